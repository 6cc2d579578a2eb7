import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../src/start.ts';

export interface Running extends RunningSandbox {
  dir: string;
  /** Closes it and removes its folder. */
  end(): Promise<void>;
}

/** Starts a sandbox on free ports. */
export async function runSandbox(settings: Partial<SandboxOptions> = {}): Promise<Running> {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const sandbox = await startSandbox({ ports: 0, dir, ...settings });
  const end = async (): Promise<void> => {
    await sandbox.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { ...sandbox, dir, end };
}

/** Polls until the condition is true. */
export async function eventually<T>(read: () => Promise<T | undefined | false>, withinMs = 10_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const response = await read();
    if (response) return response;
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Bytes with the first bytes of an MP4. */
export function movie(size: number): Buffer {
  const bytes = Buffer.alloc(size, 7);
  bytes.write('\0\0\0\x18ftypisom', 0, 'latin1');
  return bytes;
}
