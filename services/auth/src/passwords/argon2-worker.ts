import { argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Argon2Answer, Argon2Job } from './argon2.ts';

/**
 * On Linux 0 is this thread alone: sign-ins yield to the requests of users who are signed in. At 19, the lowest, a sign-in on
 * a machine whose cores were all taken waited for seconds.
 */
const LOW_PRIORITY = 5;
setPriority(0, LOW_PRIORITY);

parentPort?.on('message', ({ id, settings }: Argon2Job) => {
  let answer: Argon2Answer;
  try {
    answer = { id, tag: argon2Sync('argon2id', settings) };
  } catch (error) {
    answer = { id, problem: (error as Error).message };
  }
  parentPort?.postMessage(answer);
});
