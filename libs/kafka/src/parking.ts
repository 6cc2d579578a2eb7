import type { Logger } from '@reelwright/logger';
import { type Kysely, sql } from 'kysely';
import { isTransientFailure } from './failures.ts';
import type { InboxTables } from './inbox.ts';

export interface InboundEvent {
  readonly eventId: string;
  readonly type: string;
  readonly topic: string;
  readonly key: string;
  /** The key's bytes, for a key that is not valid text; undefined for a parked event. */
  readonly keyBytes?: Buffer | undefined;
  readonly payload: Buffer;
  readonly occurredAt: Date;
  /** The trace that the event was written in; null without one. */
  readonly traceparent: string | null;
}

const MAX_ATTEMPTS = 12;
/** The first wait of a parked event, and the wait after a failed poll. */
const FIRST_WAIT_MS = 1_000;
/** The longest wait between two polls: an event parked by a process that has died is found after this. */
const MAX_WAIT_MS = 10_000;
const BATCH = 200;

/**
 * Events whose handler failed for a transient reason. Events of one key stay in order: later ones wait behind the first.
 * Waits are real time and double from 1 s to 5 min; after the last try the event becomes a dead letter and its key continues.
 */
export function createParking(options: {
  db: Kysely<InboxTables>;
  group: string;
  logger: Logger;
  handle: (event: InboundEvent) => Promise<void>;
  deadLetter: (event: InboundEvent, error: unknown) => Promise<void>;
}) {
  const { db, group, logger } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let pollAt = Number.POSITIVE_INFINITY;

  async function holds(key: string): Promise<boolean> {
    const row = await db
      .selectFrom('parked_events')
      .select('id')
      .where('consumer', '=', group)
      .where('key', '=', key)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async function park(event: InboundEvent, cause: string): Promise<void> {
    await db
      .insertInto('parked_events')
      .values({
        consumer: group,
        event_id: event.eventId,
        topic: event.topic,
        key: event.key,
        type: event.type,
        payload: event.payload,
        occurred_at: event.occurredAt,
        traceparent: event.traceparent,
        cause: storable(cause),
        next_try_at: sql<Date>`clock_timestamp() + interval '1 second'`,
      })
      .onConflict((conflict) => conflict.columns(['consumer', 'event_id']).doNothing())
      .execute();
    pollWithin(FIRST_WAIT_MS);
  }

  const firstOfEachKey = () =>
    db
      .selectFrom('parked_events')
      .selectAll()
      .distinctOn('key')
      .where('consumer', '=', group)
      .orderBy('key')
      .orderBy('id')
      .as('first_of_key');

  /** Handles the first parked event of each key, if it is due. @returns how many keys can continue */
  async function handleDue(): Promise<number> {
    const dueRows = await db
      .selectFrom(firstOfEachKey)
      .selectAll()
      .where('next_try_at', '<=', sql<Date>`clock_timestamp()`)
      .orderBy('next_try_at')
      .limit(BATCH)
      .execute();
    let handledRows = 0;
    for (const row of dueRows) {
      if (stopped) break;
      const event: InboundEvent = { ...row, eventId: row.event_id, occurredAt: row.occurred_at };
      try {
        await options.handle(event);
      } catch (error) {
        if (isTransientFailure(error) && row.attempts + 1 < MAX_ATTEMPTS) {
          await db
            .updateTable('parked_events')
            .set({
              attempts: row.attempts + 1,
              cause: storable(error instanceof Error ? error.message : String(error)),
              next_try_at: sql<Date>`clock_timestamp() + least(300, power(2, ${row.attempts + 1})) * interval '1 second'`,
            })
            .where('id', '=', row.id)
            .execute();
          continue;
        }
        await options.deadLetter(event, error);
      }
      await db.deleteFrom('parked_events').where('id', '=', row.id).execute();
      handledRows += 1;
    }
    return handledRows;
  }

  /** Events behind one that was handled do not wait for the next poll. */
  async function handleAllDue(): Promise<void> {
    while ((await handleDue()) > 0);
  }

  /** Milliseconds until the next try of a parked event. */
  async function nextTryIn(): Promise<number> {
    const row = await db
      .selectFrom(firstOfEachKey)
      .select(sql<number | null>`extract(epoch from min(next_try_at) - clock_timestamp())::float8 * 1000`.as('ms'))
      .executeTakeFirst();
    return Math.ceil(row?.ms ?? MAX_WAIT_MS);
  }

  async function poll(): Promise<void> {
    pollAt = Number.POSITIVE_INFINITY;
    try {
      let ms = await nextTryIn();
      if (ms <= 0) {
        await handleAllDue();
        ms = await nextTryIn();
      }
      pollWithin(Math.max(0, ms));
    } catch (error) {
      logger.warn({ err: error }, 'parked events could not be polled');
      pollWithin(FIRST_WAIT_MS);
    }
  }

  /** Polls within `ms`, but never while another poll runs. */
  function pollWithin(ms: number): void {
    const at = performance.now() + Math.min(ms, MAX_WAIT_MS);
    if (stopped || at >= pollAt) return;
    pollAt = at;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(poll);
    }, at - performance.now());
  }

  return {
    holds,
    park,
    start: () => pollWithin(FIRST_WAIT_MS),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** A cause that Postgres can store, so that any event can be parked. */
function storable(cause: string): string {
  return cause.replaceAll('\0', '\ufffd').slice(0, 500);
}
