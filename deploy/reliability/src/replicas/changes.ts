import type { ServiceName } from '@reelwright/local/running-stack';
import { type Databases, within } from '../databases.ts';
import { HttpError, type Person, type StackUrls } from '../people.ts';
import { sameOrigin } from '../session.ts';
import type { Cast } from './cast.ts';

/** A change that may be sent again without harm; some can be counted. */
export interface Change {
  readonly service: ServiceName;
  readonly shown: string;
  /** @throws HttpError for a response that is not 2xx */
  send(): Promise<Outcome>;
  /** What was made more often than it was asked for, or not at all although it was answered. */
  readonly doneTwiceOrNever?: () => Promise<string[]>;
}

/** `unknown`: 502 OUTCOME_UNKNOWN, the documented answer when the service was lost in the middle of a change. */
export type Outcome = 'ok' | 'unknown';

export async function changesOf(stack: StackUrls & Databases, { owner, saver }: Cast): Promise<Change[]> {
  let names = 0;
  const { pages } = await owner.api<{ pages: { id: string }[] }>('/api/facebook/pages');
  const pageId = pages[0]?.id;
  return [
    {
      service: 'auth',
      shown: 'PATCH /api/auth/user',
      send: () =>
        outcomeOf(() => owner.api('/api/auth/user', { method: 'PATCH', body: { lastName: `Replica ${++names}` } })),
    },
    {
      service: 'billing',
      shown: 'POST /api/billing-portal',
      send: () => outcomeOf(() => owner.api('/api/billing-portal', { method: 'POST' })),
    },
    await saves(saver),
    {
      service: 'publishing',
      shown: 'PUT /api/facebook/page',
      send: () => outcomeOf(() => owner.api('/api/facebook/page', { method: 'PUT', body: { pageId } })),
    },
    pageViews(stack),
  ];
}

/** Each save makes one more version. */
async function saves(saver: Person): Promise<Change> {
  const version = async () => (await saver.api<{ version: number }>('/api/video-configuration')).version;
  const before = await version();
  const counts = { sent: 0, ok: 0, unknown: 0 };
  return {
    service: 'scheduling',
    shown: 'POST /api/video-configurations',
    async send() {
      const body = { videoType: 'v2', includeAudio: false, notes: `Save ${++counts.sent}`, timeZone: 'UTC' };
      const outcome = await outcomeOf(() => saver.api('/api/video-configurations', { method: 'POST', body }));
      counts[outcome]++;
      return outcome;
    },
    async doneTwiceOrNever() {
      const made = (await version()) - before;
      const { ok, unknown } = counts;
      return made >= ok && made <= ok + unknown ? [] : [`${made} saves, ${ok} were ok and ${unknown} unknown`];
    },
  };
}

/** Each page view has a path of its own, and so a number of its own. */
function pageViews(stack: StackUrls & Databases): Change {
  const sent = new Map<string, Outcome | 'lost'>();
  // An installation in a cluster has the views of earlier runs.
  const folder = `/replicas/${Date.now()}`;
  return {
    service: 'analytics',
    shown: 'POST /api/page-views',
    async send() {
      const path = `${folder}/${sent.size}`;
      sent.set(path, 'lost');
      const outcome = await outcomeOf(() => visit(stack, path));
      sent.set(path, outcome);
      return outcome;
    },
    async doneTwiceOrNever() {
      const rows = await within(stack, 'analytics', (query) =>
        query<{ path: string; views: number }>(
          `select path, count(*)::int as views from page_views where path like '${folder}/%' group by path`,
        ),
      );
      const views = new Map(rows.map((row) => [row.path, row.views]));
      return [...sent].flatMap(([path, outcome]) => {
        const count = views.get(path) ?? 0;
        return count > 1 || (outcome === 'ok' && count === 0) ? [`${path}: ${outcome}, but ${count} views`] : [];
      });
    },
  };
}

async function visit(stack: StackUrls, path: string): Promise<void> {
  const response = await fetch(`${stack.baseUrl}/api/page-views`, {
    method: 'POST',
    // Visits of programs are not counted.
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
      ...sameOrigin(stack),
    },
    body: JSON.stringify({ path }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  if (!response.ok) throw new HttpError('/api/page-views', response.status, text);
}

async function outcomeOf(send: () => Promise<unknown>): Promise<Outcome> {
  try {
    await send();
    return 'ok';
  } catch (error) {
    if (isUnknown(error)) return 'unknown';
    throw error;
  }
}

export const isUnknown = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 502 && error.code === 'OUTCOME_UNKNOWN';
