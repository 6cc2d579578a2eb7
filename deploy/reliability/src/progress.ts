import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Ledger, type LedgerPlace, readLedger } from './ledger.ts';

const POLL_MS = 1_000;
/** A consumer that was killed has to join its group again before it hears the last events. */
const TOLD_WITHIN_MS = 60_000;
/** An unconfirmed post that is no longer asked about waits for its owner and for nothing else. */
const OPEN = `(state in ('waiting', 'staging', 'staged', 'going_out', 'processing')
  or state = 'unconfirmed' and next_action_at is not null)`;

/** What of the work that was due by an instant of product time is still under way. */
export interface Remaining {
  readonly videos: number;
  readonly deliveries: number;
  readonly posts: number;
}

/** Counts it; a server that is away counts as all of it. */
async function remaining(place: LedgerPlace, due: Date): Promise<Remaining> {
  const [videos, undelivered, givenUp, posts] = await Promise.all([
    read(
      place,
      'generation',
      `select video_id as id from generation_jobs where state in ('queued', 'running') and publish_at <= $1`,
      due,
    ),
    read(
      place,
      'drive',
      `select video_id as id from drive_videos v where v.publish_at <= $1
          and not exists (select from drive_uploads u where u.video_id = v.video_id and u.state = 'delivered')`,
      due,
    ),
    read(
      place,
      'generation',
      `select video_id as id from generation_jobs j where state in ('failed', 'cancelled') and publish_at <= $1
          and not exists (select from generation_jobs n where n.video_id = j.video_id and n.variation > j.variation)`,
      due,
    ),
    read(place, 'publishing', `select id from posts where due_at <= $1 and ${OPEN}`, due),
  ]);
  return { videos: videos.length, deliveries: openDeliveries(undelivered, givenUp), posts: posts.length };
}

/** Drive knows every video that is planned; one that generation has given up never reaches it. */
export function openDeliveries(undelivered: readonly string[], givenUp: readonly string[]): number {
  const never = new Set(givenUp);
  return undelivered.filter((id) => !never.has(id)).length;
}

/** Waits until nothing due by then is under way. @returns what still was when time was up, undefined when all is done */
export async function settled(place: LedgerPlace, due: Date, withinMs: number): Promise<Remaining | undefined> {
  for (const end = performance.now() + withinMs; ; await delay(POLL_MS)) {
    const left = await remaining(place, due).catch(() => undefined);
    if (left && left.videos + left.deliveries + left.posts === 0) return undefined;
    if (performance.now() > end) return left ?? { videos: Number.NaN, deliveries: Number.NaN, posts: Number.NaN };
  }
}

/** The ledger once the calendar has heard of all that is in it, or as it is when that takes too long. */
export async function ledgerOnceTold(place: LedgerPlace): Promise<Ledger> {
  for (const end = performance.now() + TOLD_WITHIN_MS; ; await delay(POLL_MS)) {
    const ledger = await readLedger(place);
    if (isTold(ledger) || performance.now() > end) return ledger;
  }
}

function isTold({ targets, shown, outboxes }: Ledger): boolean {
  const states = new Map(shown.map(({ videoId, platform, state }) => [`${videoId} ${platform}`, state]));
  return (
    outboxes.every(({ behind }) => behind === 0) &&
    targets.every(
      ({ videoId, platform, state, ofPartner }) => ofPartner || states.get(`${videoId} ${platform}`) === state,
    )
  );
}

/** @returns the `id` of each row */
async function read(place: LedgerPlace, service: string, query: string, due: Date): Promise<string[]> {
  const client = new pg.Client({ connectionString: place.databaseUrl(service), connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<{ id: string }>(query, [due])).rows.map(({ id }) => id);
  } finally {
    await client.end().catch(() => undefined);
  }
}
