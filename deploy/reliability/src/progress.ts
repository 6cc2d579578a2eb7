import { setTimeout as delay } from 'node:timers/promises';
import { aheadStates } from '@reelwright/product';
import pg from 'pg';
import { type Ledger, type LedgerSource, readLedger } from './ledger.ts';

const POLL_MS = 1_000;
/** A consumer that was killed must join its group again before it receives the last events. */
const SHOWN_WITHIN_MS = 60_000;
/** An unconfirmed post without a next action waits only for its owner, so it does not count as open. */
const OPEN = `(state in (${aheadStates.map((state) => `'${state}'`).join(', ')})
  or state = 'unconfirmed' and next_action_at is not null)`;

/** Counts of work that was due by an instant of product time and is still under way. */
export interface Remaining {
  readonly videos: number;
  readonly deliveries: number;
  readonly posts: number;
}

/** Counts the open work. @throws when a server is unavailable */
async function remaining(source: LedgerSource, due: Date): Promise<Remaining> {
  const [videos, undelivered, givenUp, posts] = await Promise.all([
    read(
      source,
      'generation',
      `select video_id as id from generation_jobs where state in ('queued', 'running') and publish_at <= $1`,
      due,
    ),
    read(
      source,
      'drive',
      `select video_id as id from drive_videos v where v.publish_at <= $1
          and not exists (select from drive_uploads u where u.video_id = v.video_id and u.state = 'delivered')`,
      due,
    ),
    read(
      source,
      'generation',
      `select video_id as id from generation_jobs j where state in ('failed', 'cancelled') and publish_at <= $1
          and not exists (select from generation_jobs n where n.video_id = j.video_id and n.variation > j.variation)`,
      due,
    ),
    read(source, 'publishing', `select id from posts where due_at <= $1 and ${OPEN}`, due),
  ]);
  return { videos: videos.length, deliveries: openDeliveries(undelivered, givenUp), posts: posts.length };
}

/** Drive has a row for each planned video. It never gets a video that generation has given up. */
export function openDeliveries(undelivered: readonly string[], givenUp: readonly string[]): number {
  const never = new Set(givenUp);
  return undelivered.filter((id) => !never.has(id)).length;
}

/** Waits until all work due by then is done. @returns the open work when time is up, undefined when all is done */
export async function waitUntilDone(source: LedgerSource, due: Date, withinMs: number): Promise<Remaining | undefined> {
  for (const end = performance.now() + withinMs; ; await delay(POLL_MS)) {
    const left = await remaining(source, due).catch(() => undefined);
    if (left && left.videos + left.deliveries + left.posts === 0) return undefined;
    if (performance.now() > end) return left ?? { videos: Number.NaN, deliveries: Number.NaN, posts: Number.NaN };
  }
}

/** Reads the ledger once the calendar shows all its posts, or as it is when that takes too long. */
export async function ledgerOnceShown(source: LedgerSource): Promise<Ledger> {
  for (const end = performance.now() + SHOWN_WITHIN_MS; ; await delay(POLL_MS)) {
    const ledger = await readLedger(source);
    if (isShown(ledger) || performance.now() > end) return ledger;
  }
}

function isShown({ targets, shown, outboxes }: Ledger): boolean {
  const states = new Map(shown.map(({ videoId, platform, state }) => [`${videoId} ${platform}`, state]));
  return (
    outboxes.every(({ behind }) => behind === 0) &&
    targets.every(
      ({ videoId, platform, state, ofPartner }) => ofPartner || states.get(`${videoId} ${platform}`) === state,
    )
  );
}

/** @returns the `id` of each row */
async function read(source: LedgerSource, service: string, query: string, due: Date): Promise<string[]> {
  const client = new pg.Client({ connectionString: source.databaseUrl(service), connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<{ id: string }>(query, [due])).rows.map(({ id }) => id);
  } finally {
    await client.end().catch(() => undefined);
  }
}
