import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBenchmark, readVersions, table } from '@reelwright/benchmark';
import { type Style, styles } from '@reelwright/product';
import { type LevelName, levelNames } from '../src/levels.ts';
import type { RenderRequest } from '../src/request.ts';
import { sceneOf, seedOf } from '../src/stage/picture.ts';
import { createSound } from '../src/stage/sound.ts';
import { readClip, readFrames } from './clip-facts.ts';
import { differenceBetween, motionBetween, zonesOf } from './looks.ts';
import { compareWithOld } from './old-against-new.ts';
import { measureRender, type RenderCost } from './render-cost.ts';

/**
 * Renders whole clips of each style (1080x1920, 8 s, with sound): one at each level, a second one at the cheapest level, and
 * one of another video. Prints the cost of a clip (drawing, sound, encoding), compares the levels' costs, and checks every
 * frame and the loudness. ONLY=v1,v8 limits the styles. With OLD=commit it compares the renderer of that commit with this one
 * instead (`old-against-new.ts`).
 */
const MEGA = 1024 * 1024;
const FPS = 30;
const GOALS = {
  seconds: 60,
  megabytes: 1_024,
  lufs: -16,
  lufsApart: 1,
  truePeak: -1,
  zones: 3,
  motion: 1,
  difference: 12,
  /** The cheapest level may cost at most this share of the finest one. */
  share: 0.25,
};

const requestedStyles = (process.env.ONLY || styles.join(',')).split(',');
const tools = { ffmpeg: process.env.FFMPEG_PATH || 'ffmpeg', ffprobe: process.env.FFPROBE_PATH || 'ffprobe' };
const old = process.env.OLD_CHECKOUT;
const benchmark = createBenchmark({
  title: old
    ? 'Eight styles: the processor time of a clip and its picture, an old commit against this one'
    : 'Eight styles: what a clip of each costs, how it looks and how loud it is',
  versions: readVersions(process.env, ['@napi-rs/canvas'], import.meta.url),
});
const folder = await mkdtemp(join(tmpdir(), 'reelwright-bench-'));
const rows: string[][] = [];
const shares: string[][] = [];
const chosen = styles.filter((candidate) => requestedStyles.includes(candidate));
try {
  if (old) await compareWithOld(old, chosen, requestOf, tools.ffmpeg, benchmark);
  else for (const style of chosen) await checkStyle(style);
} finally {
  await rm(folder, { recursive: true });
}
if (!old) printTables();
process.exitCode = benchmark.finish();

function printTables(): void {
  const head = [
    'style',
    'wall s',
    'cpu s',
    'drawing',
    'sound',
    'encoding',
    'peak MB',
    'clip MB',
    'LUFS',
    'dBTP',
    'zones',
    'motion',
    'other seed',
  ];
  process.stdout.write(`\nA clip of each style\n${table(head, rows).join('\n')}\n`);
  process.stdout.write(
    `\nCPU time of each level, as a share of the finest\n${table(['style', ...levelNames], shares).join('\n')}\n`,
  );
}

async function checkStyle(style: Style): Promise<void> {
  const takes = new Map<LevelName, Awaited<ReturnType<typeof render>>>();
  for (const level of levelNames) takes.set(level, await render(style, 'bench-a', level));
  const secondRender = await render(style, 'bench-a', 'least', 'again');
  const other = await render(style, 'bench-b', 'least', 'other');
  const [first, least] = [takes.get('full'), takes.get('least')];
  if (!first || !least) return;
  const secondsOf = ({ cost }: { cost: RenderCost }) => cost.rendererSeconds + cost.encoderSeconds;
  const share = secondsOf(least) / secondsOf(first);
  shares.push([style, ...[...takes.values()].map((take) => (secondsOf(take) / secondsOf(first)).toFixed(2))]);
  const { format, loudness, truePeak } = readClip(first.path, tools);
  const [frames, others] = [first, other].map(({ path }) => readFrames(path, tools.ffmpeg));
  if (!frames || !others) return;
  const both = [...frames, ...others];
  const zones = Math.min(...both.map(zonesOf));
  const still = Math.min(...[frames, others].map((clip) => leastMotion(clip, style)));
  const difference = differenceBetween(frames, others);
  const soundSeconds = soundCost(first.request);
  rows.push([
    style,
    ...figuresOf(first.cost, soundSeconds, (await stat(first.path)).size),
    loudness.toFixed(1),
    truePeak.toFixed(1),
    String(zones),
    still.toFixed(1),
    difference.toFixed(0),
  ]);

  const { wallSeconds, peakBytes } = first.cost;
  process.stdout.write(`\n${style}: ${format}\n`);
  benchmark.expect(
    `${style} is made in ${GOALS.seconds} s`,
    wallSeconds <= GOALS.seconds,
    `${wallSeconds.toFixed(1)} s`,
  );
  benchmark.expect(
    `${style} costs at most a quarter at the cheapest level`,
    share <= GOALS.share,
    `${share.toFixed(2)} of the finest`,
  );
  benchmark.expect(
    `${style} takes at most ${GOALS.megabytes} MB`,
    peakBytes / MEGA <= GOALS.megabytes,
    `${Math.round(peakBytes / MEGA)} MB`,
  );
  benchmark.expect(
    `${style} gives the same file when rendered twice`,
    secondRender.cost.sha256 === least.cost.sha256,
    least.cost.sha256.slice(0, 12),
  );
  benchmark.expect(
    `${style} is within ${GOALS.lufsApart} LU of the target loudness`,
    Math.abs(loudness - GOALS.lufs) <= GOALS.lufsApart,
    `${loudness} LUFS`,
  );
  benchmark.expect(`${style} does not clip`, truePeak <= GOALS.truePeak, `${truePeak} dBTP`);
  benchmark.expect(
    `${style} has ${GOALS.zones} zones of lightness in each frame`,
    zones >= GOALS.zones,
    `at least ${zones}`,
  );
  benchmark.expect(
    `${style} moves in every half second`,
    still >= GOALS.motion,
    `${still.toFixed(2)} of 255 where it moves least`,
  );
  benchmark.expect(
    `${style} looks different for another video`,
    difference >= GOALS.difference,
    `${difference.toFixed(1)} of 255`,
  );
}

async function render(style: Style, videoId: string, quality: LevelName, name: string = quality) {
  const request = requestOf(style, videoId, quality, name);
  return { path: request.outputPath, request, cost: await measureRender(request) };
}

function requestOf(style: Style, videoId: string, quality: LevelName, name: string = quality): RenderRequest {
  const path = join(folder, `${style}-${name}.mp4`);
  return {
    videoId,
    variation: 0,
    style,
    includeAudio: true,
    notes: 'A calm morning at the bakery',
    brand: { name: 'Mara Lindqvist', occupation: 'baker', feel: 'warm', colours: ['#e0553b', '#2a1b5e'] },
    outputPath: path,
    posterPath: `${path}.webp`,
    ffmpegPath: tools.ffmpeg,
    size: { width: 1080, height: 1920 },
    fps: FPS,
    seconds: 8,
    partsPath: `${path}-parts`,
    quality,
    budgetSeconds: 1,
  };
}

/** The smallest change within half a second, starting at any frame. */
function leastMotion(frames: ReturnType<typeof readFrames>, style: Style): number {
  const pairs = frames.slice(FPS / 2).map((frame, index) => ({ frame, before: frames[index] ?? frame }));
  return Math.min(...pairs.map(({ frame, before }) => motionBetween(before, frame, style)));
}

/** CPU seconds that a clip's sound takes. */
function soundCost(request: RenderRequest): number {
  const before = process.cpuUsage();
  const sound = createSound(request.seconds, seedOf(request));
  sceneOf(request).score(sound);
  sound.finish();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function figuresOf(cost: RenderCost, soundSeconds: number, bytes: number): string[] {
  const whole = cost.rendererSeconds + cost.encoderSeconds;
  const share = (seconds: number) => `${((100 * seconds) / whole).toFixed(1)} %`;
  return [
    cost.wallSeconds.toFixed(1),
    whole.toFixed(1),
    share(cost.rendererSeconds - soundSeconds),
    share(soundSeconds),
    share(cost.encoderSeconds),
    (cost.peakBytes / MEGA).toFixed(0),
    (bytes / MEGA).toFixed(1),
  ];
}
