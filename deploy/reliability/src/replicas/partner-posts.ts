import { setTimeout as delay } from 'node:timers/promises';
import { acceptedPosts, fetchJournal } from '../journal.ts';
import { eventually, HttpError, type StackUrls } from '../people.ts';
import type { Cast } from './cast.ts';
import { isUnknown } from './changes.ts';

export interface PartnerPosts {
  readonly sent: number;
  /** Requests that were answered with 502 OUTCOME_UNKNOWN or `unconfirmed`, and sent again with their key. */
  readonly repeated: number;
  /** Posts a video. Repeats the request with its Idempotency-Key while its outcome is not known. */
  send(): Promise<void>;
  /** Titles that are posted twice, or never although their request was answered. */
  doneTwiceOrNever(): Promise<string[]>;
}

const REPEAT_AFTER_MS = 1_000;
const TIMEOUT_MS = 60_000;

/** Posts of partners at YouTube, each with a title and an Idempotency-Key of its own. */
export function createPartnerPosts(stack: StackUrls, cast: Cast): PartnerPosts {
  // An installation in a cluster has the posts of earlier runs.
  const run = Date.now();
  const titles: string[] = [];
  const answered = new Set<string>();
  let repeated = 0;

  async function request(title: string, apiKey: string): Promise<string> {
    const response = await fetch(`${stack.baseUrl}/api/external/youtube/post`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        'idempotency-key': title.replaceAll(' ', '-'),
        prefer: 'respond-async',
      },
      body: JSON.stringify({ title, description: title, videoUrl: cast.mediaUrl }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new HttpError('/api/external/youtube/post', response.status, text);
    return (JSON.parse(text) as { status: string }).status;
  }

  return {
    get sent() {
      return titles.length;
    },
    get repeated() {
      return repeated;
    },
    async send() {
      const title = `Partner post ${run} ${titles.length}`;
      const apiKey = cast.posters[titles.length % cast.posters.length] ?? '';
      titles.push(title);
      for (;;) {
        const status = await request(title, apiKey).catch((error: unknown) => {
          // After a repeat, the first request may still be under way.
          if (isUnknown(error) || (error instanceof HttpError && error.code === 'REQUEST_IN_PROGRESS'))
            return 'unknown';
          throw error;
        });
        if (status === 'posted' || status === 'processing') return void answered.add(title);
        if (status !== 'unknown' && status !== 'unconfirmed') throw new Error(`${title} is ${status}`);
        repeated++;
        await delay(REPEAT_AFTER_MS);
      }
    },
    async doneTwiceOrNever() {
      const isMissing = ({ title, count }: { title: string; count: number }) => count === 0 && answered.has(title);
      const counts = async () => {
        const posts = acceptedPosts(await fetchJournal(stack));
        return titles.map((title) => ({
          title,
          count: posts.filter(({ captionLine }) => captionLine === title).length,
        }));
      };
      await eventually(async () => {
        if ((await counts()).some(isMissing)) throw new Error('not all are posted');
      }).catch(() => undefined);
      return (await counts())
        .filter((post) => post.count > 1 || isMissing(post))
        .map(({ title, count }) => `${title} was posted ${count} times`);
    },
  };
}
