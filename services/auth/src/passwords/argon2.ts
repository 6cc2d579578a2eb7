import type { Argon2Parameters } from 'node:crypto';
import { Worker } from 'node:worker_threads';

export interface Argon2Job {
  readonly id: number;
  readonly settings: Argon2Parameters;
}

export type Argon2Result =
  | { readonly id: number; readonly tag: Uint8Array }
  | { readonly id: number; readonly error: string };

interface PendingJob {
  resolve(tag: Buffer): void;
  reject(error: Error): void;
}

let worker: Worker | undefined;
let lastId = 0;
const pendingJobs = new Map<number, PendingJob>();

/**
 * Computes Argon2id in one separate thread of low priority, one password after the other. In Node's shared pool a
 * hundred logins block the check of every request until the gateway times out.
 */
export function argon2id(settings: Argon2Parameters): Promise<Buffer> {
  worker ??= startWorker();
  lastId += 1;
  const job: Argon2Job = { id: lastId, settings };
  return new Promise((resolve, reject) => {
    pendingJobs.set(job.id, { resolve, reject });
    worker?.ref(); // keeps the process alive until the result
    worker?.postMessage(job);
  });
}

function startWorker(): Worker {
  const thread = new Worker(new URL('./argon2-worker.ts', import.meta.url));
  thread.on('message', (result: Argon2Result) => {
    const { resolve, reject } = pendingJobs.get(result.id) ?? {};
    pendingJobs.delete(result.id);
    if (pendingJobs.size === 0) thread.unref();
    if ('tag' in result) resolve?.(Buffer.from(result.tag));
    else reject?.(new Error(result.error));
  });
  const failPendingJobs = (error: Error) => {
    if (worker === thread) worker = undefined;
    for (const { reject } of pendingJobs.values()) reject(error);
    pendingJobs.clear();
  };
  thread.on('error', failPendingJobs);
  thread.on('exit', (code) => failPendingJobs(new Error(`the thread for passwords exited with ${code}`)));
  thread.unref();
  return thread;
}
