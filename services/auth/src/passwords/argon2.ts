import type { Argon2Parameters } from 'node:crypto';
import { Worker } from 'node:worker_threads';

export interface Argon2Job {
  readonly id: number;
  readonly settings: Argon2Parameters;
}

export type Argon2Answer =
  | { readonly id: number; readonly tag: Uint8Array }
  | { readonly id: number; readonly problem: string };

interface Waiting {
  resolve(tag: Buffer): void;
  reject(error: Error): void;
}

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/**
 * Computes Argon2id in one separate thread of low priority, one password after the other. In Node's shared pool a
 * hundred logins block the check of every request until the gateway times out.
 */
export function argon2id(settings: Argon2Parameters): Promise<Buffer> {
  worker ??= startWorker();
  lastId += 1;
  const job: Argon2Job = { id: lastId, settings };
  return new Promise((resolve, reject) => {
    waiting.set(job.id, { resolve, reject });
    worker?.ref(); // keeps the process alive until the answer
    worker?.postMessage(job);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./argon2-worker.ts', import.meta.url));
  started.on('message', (answer: Argon2Answer) => {
    const { resolve, reject } = waiting.get(answer.id) ?? {};
    waiting.delete(answer.id);
    if (waiting.size === 0) started.unref();
    if ('tag' in answer) resolve?.(Buffer.from(answer.tag));
    else reject?.(new Error(answer.problem));
  });
  const giveUp = (error: Error) => {
    if (worker === started) worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  started.on('error', giveUp);
  started.on('exit', (code) => giveUp(new Error(`the thread for passwords exited with ${code}`)));
  started.unref();
  return started;
}
