import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RenderRequest } from '../src/local-renderer/request.ts';

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

interface Process {
  id: string;
  name: string;
  seconds: number;
  bytes: number;
}

/** One render in a process group of its own. Linux only: it reads /proc. @throws Error when it ends without a clip */
export async function measureRender(request: RenderRequest): Promise<RenderCost> {
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
  const seen = new Map<string, Process>();
  const look = setInterval(() => {
    let together = 0;
    for (const process of processesOf(child.pid ?? 0)) {
      together += process.bytes;
      seen.set(process.id, process);
    }
    peakBytes = Math.max(peakBytes, together);
  }, LOOK_MS);
  await new Promise((resolve) => child.on('close', resolve));
  clearInterval(look);
  const sha256 = /"sha256":"([0-9a-f]{64})"/.exec(said)?.[1];
  if (!sha256) throw new Error(`no clip of ${request.style}: ${said}`);
  const secondsOf = (encoder: boolean) =>
    [...seen.values()].reduce((sum, { name, seconds }) => sum + (name.includes('ffmpeg') === encoder ? seconds : 0), 0);
  return {
    wallSeconds: (performance.now() - started) / 1_000,
    rendererSeconds: secondsOf(false),
    encoderSeconds: secondsOf(true),
    peakBytes,
    sha256,
  };
}

/** The living processes of a group, as proc(5) tells of them. */
function* processesOf(group: number): Generator<Process> {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const text = readFileSync(`/proc/${id}/stat`, 'latin1');
      const end = text.lastIndexOf(')');
      // After the name, which may hold spaces: state, ppid, pgrp, …, utime, stime (fields 14 and 15), …, rss (24).
      const fields = text.slice(end + 2).split(' ');
      if (Number(fields[2]) !== group) continue;
      yield {
        id,
        name: text.slice(text.indexOf('(') + 1, end),
        seconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
        bytes: Number(fields[21]) * PAGE_BYTES,
      };
    } catch {
      // It has ended between the two looks.
    }
  }
}
