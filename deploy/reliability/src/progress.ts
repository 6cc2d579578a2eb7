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
  const [videos, deliveries, posts] = await Promise.all([
    count(
      place,
      'generation',
      `select from generation_jobs where state in ('queued', 'running') and publish_at <= $1`,
      due,
    ),
    count(
      place,
      'drive',
      `select from drive_videos v where v.publish_at <= $1
          and not exists (select from drive_uploads u where u.video_id = v.video_id and u.state = 'delivered')`,
      due,
    ),
    count(place, 'publishing', `select from post_targets where due_at <= $1 and ${OPEN}`, due),
  ]);
  return { videos, deliveries, posts };
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

async function count(place: LedgerPlace, service: string, query: string, due: Date): Promise<number> {
  const client = new pg.Client({ connectionString: place.databaseUrl(service), connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(query, [due])).rowCount ?? 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}
