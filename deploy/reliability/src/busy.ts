import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICES } from '@reelwright/local/running-stack';
import { eventually, type Person, type ShownVideo, signUp, videos } from './people.ts';
import { say } from './say.ts';
import { type Stack, withStack } from './stack.ts';

/**
 * Free videos on a machine whose cores are overloaded: three people request one at once and get them in order, within a
 * factor of two of the first estimate. Then all parts are killed during a fourth: few frames are rendered twice.
 * `ONLY=turns` or `ONLY=kill` runs one of the two.
 */

const BUSY_PROCESSES_PER_CORE = 8;
const PEOPLE = 3;
const ARRIVES_WITHIN_MS = 20 * 60_000;
const POLL_MS = 1_000;
/** The screen shows shorter estimates as 'any moment now'; they are not judged. */
const SHORTEST_JUDGED_MS = 20_000;
const FACTOR = 2;
const KILLED_AT_PERCENT = 50;
const MOST_DRAWN_TWICE = 0.1;
const PARTS = 24;
const { ONLY } = process.env;

interface Wait {
  readonly who: number;
  readonly askedAt: number;
  readonly estimates: { readonly at: number; readonly readyAt: number }[];
  level: string;
  readonly places: number[];
  arrivedAt: number;
}

const env = { RENDERER_QUALITY: 'full' };
process.exitCode = (await withStack({ env }, run)) ? 0 : 1;

async function run(stack: Stack): Promise<boolean> {
  const problems: string[] = [];
  const people: Person[] = [];
  for (let count = 0; count <= PEOPLE; count++) people.push(await eventually(() => signUp(stack)));
  const load = loadCores();
  say(`${load.processes} processes keep ${availableParallelism()} cores busy`);
  try {
    if (ONLY !== 'kill') await waitForAll(stack, people.slice(0, PEOPLE), problems);
    const last = people.at(-1);
    if (last && ONLY !== 'turns') await killedInTheMiddle(stack, last, problems);
  } finally {
    load.end();
  }
  for (const problem of problems) say(`FAULT  ${problem}`);
  say(problems.length === 0 ? 'no faults' : `${problems.length} faults`);
  return problems.length === 0;
}

async function waitForAll(stack: Stack, people: readonly Person[], problems: string[]): Promise<void> {
  for (const person of people) await ask(person);
  const waits = await Promise.all(people.map((person, index) => waitFor(stack, person, index + 1)));
  for (const wait of waits) problems.push(...judge(wait));
  const order = waits.toSorted((a, b) => a.arrivedAt - b.arrivedAt).map(({ who }) => who);
  if (order.some((who, index) => who !== index + 1)) problems.push(`they arrived in the order ${order.join(', ')}`);
}

async function killedInTheMiddle(stack: Stack, person: Person, problems: string[]): Promise<void> {
  await ask(person);
  const arrival = waitFor(stack, person, PEOPLE + 1);
  const id = await idOf(person);
  let percent = 0;
  while (percent < KILLED_AT_PERCENT) {
    await delay(POLL_MS);
    percent = await eventually(async () => (await onlyVideo(person)).stages.rendering.percent);
  }
  const parts = [...SERVICES, 'gateway', 'kafka', 'postgres'];
  const killed = parts.map((part) => [part, stack.kill(part)] as const);
  const partFiles = keptParts(stack, id);
  for (const [part, pid] of killed) await stack.back(part, pid);
  const twice = percent / 100 - partFiles / PARTS;
  say(
    `killed at ${percent} % with ${partFiles} of ${PARTS} parts kept: ${Math.max(0, twice * 100).toFixed(1)} % is rendered twice`,
  );
  if (twice > MOST_DRAWN_TWICE) problems.push(`${(twice * 100).toFixed(1)} % was rendered twice after a kill`);
  const { arrivedAt } = await arrival;
  if (!arrivedAt) problems.push('the video whose render was killed did not arrive');
}

async function ask(person: Person): Promise<void> {
  await eventually(() =>
    person.api('/api/video-configurations', {
      method: 'POST',
      body: { videoType: 'v2', includeAudio: true, notes: '', timeZone: 'UTC', scheduledDates: [] },
    }),
  );
}

/** Polls the dashboard until the video is in the person's folder. */
async function waitFor(stack: Stack, person: Person, who: number): Promise<Wait> {
  const askedAt = performance.now();
  const wait: Wait = { who, askedAt, estimates: [], places: [], level: '', arrivedAt: 0 };
  const id = await idOf(person);
  while (performance.now() < askedAt + ARRIVES_WITHIN_MS) {
    const { stages } = await eventually(() => onlyVideo(person));
    const { place, readyInSeconds } = stages.rendering;
    const at = performance.now();
    wait.level ||= levelOf(stack, id);
    if (place && place !== wait.places.at(-1)) wait.places.push(place);
    if (readyInSeconds) wait.estimates.push({ at, readyAt: at + readyInSeconds * 1_000 });
    if (stages.rendering.state === 'done' && stages.drive.state === 'done') {
      wait.arrivedAt = at;
      break;
    }
    await delay(POLL_MS);
  }
  say(describe(wait));
  return wait;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(0);
}

function describe({ who, askedAt, estimates, places, level, arrivedAt }: Wait): string {
  if (!arrivedAt) return `video ${who} did not arrive`;
  const first = estimates[0];
  const firstEstimate = first
    ? `${seconds(first.readyAt - askedAt)} s by the first estimate, ${seconds(first.at - askedAt)} s after the request`
    : 'no estimate';
  return `video ${who} (${level}) after ${seconds(arrivedAt - askedAt)} s; ${firstEstimate}; places ${places.join(', ') || 'none'}; estimates ${range(ratios({ estimates, arrivedAt }))} of the truth`;
}

/** Each estimate of the time left, divided by the time it took. */
function ratios({ estimates, arrivedAt }: Pick<Wait, 'estimates' | 'arrivedAt'>): { ratio: number; leftMs: number }[] {
  return estimates
    .map(({ at, readyAt }) => ({ ratio: (readyAt - at) / (arrivedAt - at), leftMs: arrivedAt - at }))
    .filter(({ leftMs }) => leftMs >= SHORTEST_JUDGED_MS);
}

function range(all: ReturnType<typeof ratios>): string {
  const sorted = all.toSorted((a, b) => a.ratio - b.ratio);
  const [least, most] = [sorted[0], sorted.at(-1)].map(
    (one) => one && `${one.ratio.toFixed(2)} (${seconds(one.leftMs)} s before)`,
  );
  return `${least} to ${most}`;
}

function judge(wait: Wait): string[] {
  if (!wait.arrivedAt) return [`video ${wait.who} did not arrive within ${seconds(ARRIVES_WITHIN_MS)} s`];
  const first = ratios(wait)[0]?.ratio;
  if (first === undefined) return [`video ${wait.who} had no estimate`];
  const right = first <= FACTOR && first >= 1 / FACTOR;
  return right ? [] : [`the first estimate of video ${wait.who} was ${first.toFixed(2)} of the truth`];
}

async function onlyVideo(person: Person): Promise<ShownVideo> {
  const [video] = await videos(person);
  if (!video) throw new Error('the video is not shown yet');
  return video;
}

async function idOf(person: Person): Promise<string> {
  return (await eventually(() => onlyVideo(person))).id;
}

function folderOf(stack: Stack, videoId: string): string {
  return join(stack.home, 'data/media/renders', videoId, '0');
}

function levelOf(stack: Stack, videoId: string): string {
  const manifest = join(folderOf(stack, videoId), 'manifest.json');
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as { level: string }).level : '';
}

function keptParts(stack: Stack, videoId: string): number {
  const folder = folderOf(stack, videoId);
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('part-')).length : 0;
}

/** Overloads every core for the longest time that the run can take. */
function loadCores() {
  const program = `const end = Date.now() + ${4 * ARRIVES_WITHIN_MS}; while (Date.now() < end);`;
  const processes = Array.from({ length: availableParallelism() * BUSY_PROCESSES_PER_CORE }, () =>
    spawn(process.execPath, ['-e', program], { stdio: 'ignore' }),
  );
  return {
    processes: processes.length,
    end: () => {
      for (const child of processes) child.kill('SIGKILL');
    },
  };
}
