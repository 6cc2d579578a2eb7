import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually, type TestObjectStore } from '@reelwright/testing';

/** Runs a process that stores an object and is killed once a part of it has arrived. */
export async function killedWhileStoring({ url, contents }: TestObjectStore): Promise<void> {
  const before = (await contents()).length;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'storing-main.ts'), url], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await eventually(async () => expect((await contents()).length).toBe(before + 1));
  child.kill('SIGKILL');
  await ended;
}
