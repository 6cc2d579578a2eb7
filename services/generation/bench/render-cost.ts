import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RenderRequest, styles } from '../src/local-renderer/request.ts';

/**
 * Renders one whole clip of each style (1080x1920, 8 s, with sound) and prints what it took: seconds on the wall, seconds
 * of processor, the most memory of the renderer and its ffmpeg together, and the size. Linux only: it reads /proc.
 * `node scripts/bench-renderer.ts [styles, e.g. v1,v8]`, on a machine that does nothing else.
 */
const [wanted = styles.join(',')] = process.argv.slice(2);
const PAGE_BYTES = Number(execFileSync('getconf', ['PAGESIZE']));
const TICKS = Number(execFileSync('getconf', ['CLK_TCK']));
const LOOK_MS = 100;
const MEGA = 1024 * 1024;

const folder = await mkdtemp(join(tmpdir(), 'reelwright-bench-'));
process.stdout.write('| style | wall s | cpu s | peak MB | clip MB |\n| --- | ---: | ---: | ---: | ---: |\n');
for (const style of styles.filter((known) => wanted.split(',').includes(known))) {
  const outputPath = join(folder, `${style}.mp4`);
  const { wallSeconds, cpuSeconds, peakBytes } = await measure({
    videoId: 'bench',
    variation: 0,
    style,
    includeAudio: true,
    notes: 'a calm morning',
    brand: { name: 'Mara Lindqvist', occupation: 'baker', feel: 'warm', colours: ['#e0553b', '#2a1b5e'] },
    outputPath,
    posterPath: join(folder, `${style}.webp`),
    ffmpegPath: 'ffmpeg',
    size: { width: 1080, height: 1920 },
    fps: 30,
    seconds: 8,
    quality: 'full',
  });
  const { size } = await stat(outputPath);
  const cells = [wallSeconds, cpuSeconds, peakBytes / MEGA, size / MEGA].map((value, index) =>
    value.toFixed(index === 2 ? 0 : 1),
  );
  process.stdout.write(`| ${style} | ${cells.join(' | ')} |\n`);
}
await rm(folder, { recursive: true });

/** One render in a process group of its own. @throws Error when it ends without a clip */
async function measure(
  request: RenderRequest,
): Promise<{ wallSeconds: number; cpuSeconds: number; peakBytes: number }> {
  const started = performance.now();
  const script = fileURLToPath(new URL('../src/local-renderer/render.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(`${JSON.stringify(request)}\n`);
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-2_000);
  });
  let peakBytes = 0;
  // Of each process the last that was seen of it; what it used in its last moment is not counted.
  const ticks = new Map<string, number>();
  const look = setInterval(() => {
    let together = 0;
    for (const process of processesOf(child.pid ?? 0)) {
      together += process.bytes;
      ticks.set(process.id, process.ticks);
    }
    peakBytes = Math.max(peakBytes, together);
  }, LOOK_MS);
  await new Promise((resolve) => child.on('close', resolve));
  clearInterval(look);
  if (!said.includes('"type":"done"')) throw new Error(`no clip of ${request.style}: ${said}`);
  const cpuSeconds = [...ticks.values()].reduce((sum, value) => sum + value, 0) / TICKS;
  return { wallSeconds: (performance.now() - started) / 1000, cpuSeconds, peakBytes };
}

/** The living processes of a group, as proc(5) tells of them. */
function* processesOf(group: number): Generator<{ id: string; ticks: number; bytes: number }> {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const text = readFileSync(`/proc/${id}/stat`, 'latin1');
      // After the name, which may hold spaces: state, ppid, pgrp, …, utime, stime (fields 14 and 15), …, rss (24).
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      if (Number(fields[2]) !== group) continue;
      yield { id, ticks: Number(fields[11]) + Number(fields[12]), bytes: Number(fields[21]) * PAGE_BYTES };
    } catch {
      // It has ended between the two looks.
    }
  }
}
