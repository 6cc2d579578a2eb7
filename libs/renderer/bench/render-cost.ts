import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type GroupProcess, processesOf } from '../src/process-group.ts';
import type { RenderRequest } from '../src/request.ts';

export interface RenderCost {
  wallSeconds: number;
  /** Seconds of processor: of the renderer, which draws and makes the sound, and of its ffmpeg. */
  rendererSeconds: number;
  encoderSeconds: number;
  /** The most memory of both together. */
  peakBytes: number;
  sha256: string;
}

const PAGE_BYTES = Number(execFileSync('getconf', ['PAGESIZE']));
const TICKS = Number(execFileSync('getconf', ['CLK_TCK']));
const LOOK_MS = 100;

/** One render in a process group of its own. Linux only: it reads /proc. @throws Error when it ends without a clip */
export async function measureRender(request: RenderRequest): Promise<RenderCost> {
  const started = performance.now();
  const script = fileURLToPath(new URL('../src/render.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(`${JSON.stringify(request)}\n`);
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-2_000);
  });
  let peakBytes = 0;
  // Of each process the last that was seen of it; what it used in its last moment is not counted.
  const seen = new Map<string, GroupProcess>();
  const look = setInterval(() => {
    let together = 0;
    for (const process of processesOf(child.pid ?? 0)) {
      together += process.pages * PAGE_BYTES;
      seen.set(process.id, process);
    }
    peakBytes = Math.max(peakBytes, together);
  }, LOOK_MS);
  await new Promise((resolve) => child.on('close', resolve));
  clearInterval(look);
  const sha256 = /"sha256":"([0-9a-f]{64})"/.exec(said)?.[1];
  if (!sha256) throw new Error(`no clip of ${request.style}: ${said}`);
  // An encoder of a few frames ends between two looks: its parent has counted what it used.
  const renderer = seen.get(String(child.pid));
  return {
    wallSeconds: (performance.now() - started) / 1_000,
    rendererSeconds: (renderer?.ticks ?? 0) / TICKS,
    encoderSeconds: (renderer?.childTicks ?? 0) / TICKS,
    peakBytes,
    sha256,
  };
}
