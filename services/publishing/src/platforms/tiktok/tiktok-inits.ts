import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../connector.ts';
import { ProviderRefusal } from '../provider-call.ts';
import { callTiktok, creatorInfo } from './tiktok-api.ts';

type Asking = Pick<Job, 'accountId' | 'accessToken' | 'signal'>;

/** How often an init is repeated if another process may have used up its creator_info call. */
const REPEATS = 2;
const MOST_WAIT_MS = 600;

/**
 * TikTok requires a creator_info call of the account before each init, and one call allows one init only. So the
 * posts of an account call both in turn. Another process may still come between; TikTok refuses that with the general
 * `invalid_param`, which therefore counts only after some repeats.
 */
export function tiktokInits(apiUrl: string): {
  /** @returns the `data` of the init. @throws ProviderRefusal, Unreachable */
  next(job: Asking, body: object): Promise<Record<string, unknown>>;
} {
  const queues = new Map<string, Promise<unknown>>();

  async function begin(job: Asking, body: object): Promise<Record<string, unknown>> {
    const { accessToken, signal } = job;
    for (let repeat = 0; ; repeat += 1) {
      signal.throwIfAborted();
      await creatorInfo(apiUrl, accessToken, signal);
      try {
        return await callTiktok(`${apiUrl}/v2/post/publish/video/init/`, { accessToken, signal, body });
      } catch (error) {
        const mayBeUsedUp = error instanceof ProviderRefusal && error.code === 'invalid_param';
        if (!mayBeUsedUp || repeat === REPEATS) throw error;
        await sleep(Math.random() * MOST_WAIT_MS, undefined, { signal });
      }
    }
  }

  return {
    next(job, body) {
      const { accountId } = job;
      const before = queues.get(accountId) ?? Promise.resolve();
      const data = before.then(() => begin(job, body));
      const settled = data.catch(() => undefined);
      queues.set(accountId, settled);
      settled.finally(() => {
        if (queues.get(accountId) === settled) queues.delete(accountId);
      });
      return data;
    },
  };
}
