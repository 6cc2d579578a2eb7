import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type GroupProcess, processesOf } from '../src/process-group.ts';
import type { RenderRequest } from '../src/request.ts';

export interface RenderCost {
  wallSeconds: number;
  /** CPU seconds of the renderer, which draws the frames and makes the sound. */
  rendererSeconds: number;
  /** CPU seconds of its ffmpeg processes. */
  encoderSeconds: number;
  /** Peak memory of both together. */
  peakBytes: number;
  sha256: string;
}

const PAGE_BYTES = Number(execFileSync('getconf', ['PAGESIZE']));
const TICKS = Number(execFileSync('getconf', ['CLK_TCK']));
const SAMPLE_MS = 100;

/** The command of this renderer. */
export const OWN_COMMAND = fileURLToPath(new URL('../src/render.ts', import.meta.url));

/**
 * Measures one render by a renderer's command in its own process group. Linux only: it reads /proc.
 * @throws Error when it ends without a clip
 */
export async function measureRender(request: RenderRequest, command = OWN_COMMAND): Promise<RenderCost> {
  const started = performance.now();
  const child = spawn(process.execPath, [command], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(`${JSON.stringify(request)}\n`);
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => {
    output = (output + bytes.toString()).slice(-2_000);
  });
  let peakBytes = 0;
  // The last sample of each process; what a process uses after its last sample is not counted.
  const samples = new Map<string, GroupProcess>();
  const sampling = setInterval(() => {
    let together = 0;
    for (const process of processesOf(child.pid ?? 0)) {
      together += process.pages * PAGE_BYTES;
      samples.set(process.id, process);
    }
    peakBytes = Math.max(peakBytes, together);
  }, SAMPLE_MS);
  await new Promise((resolve) => child.on('close', resolve));
  clearInterval(sampling);
  const sha256 = /"sha256":"([0-9a-f]{64})"/.exec(output)?.[1];
  if (!sha256) throw new Error(`no clip of ${request.style}: ${output}`);
  // An encoder of a few frames may end between two samples; the renderer's `childTicks` include its CPU time.
  const renderer = samples.get(String(child.pid));
  return {
    wallSeconds: (performance.now() - started) / 1_000,
    rendererSeconds: (renderer?.ticks ?? 0) / TICKS,
    encoderSeconds: (renderer?.childTicks ?? 0) / TICKS,
    peakBytes,
    sha256,
  };
}
