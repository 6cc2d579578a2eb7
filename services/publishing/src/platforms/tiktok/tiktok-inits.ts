import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../connector.ts';
import { ProviderRefusal } from '../provider-call.ts';
import { callTiktok, creatorInfo } from './tiktok-api.ts';

type Asking = Pick<Job, 'accountId' | 'accessToken' | 'signal'>;

/** How often an init is repeated whose question may have been used up by another process. */
const REPEATS = 2;
const MOST_WAIT_MS = 600;

/**
 * TikTok wants creator_info asked before each init, and counts it by account: of two posts that asked both and then
 * begin, the second is refused as if it had not asked. So posts of one account ask and begin one after the other. Another process may still come in
 * between. TikTok has no code of its own for that (`invalid_param`, as for a field it can't read), so such a refusal counts
 * only after some more tries.
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
