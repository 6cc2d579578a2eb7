import { argon2Sync } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { LOW_PRIORITY } from '../low-priority.ts';
import type { Argon2Job, Argon2Result } from './argon2.ts';

// On Linux, 0 means this thread only. Only root may raise the priority of a process that was started with a lower one.
if (getPriority(0) < LOW_PRIORITY) setPriority(0, LOW_PRIORITY);

parentPort?.on('message', ({ id, settings }: Argon2Job) => {
  let result: Argon2Result;
  try {
    result = { id, tag: argon2Sync('argon2id', settings) };
  } catch (error) {
    result = { id, error: (error as Error).message };
  }
  parentPort?.postMessage(result);
});
