import { type Generated, type Kysely, sql, type Transaction } from 'kysely';

/** The tables of this lib in a service that consumes events. */
export interface InboxTables {
  consumer_positions: { consumer: string; topic: string; partition: number; next_offset: number };
  inbox: { consumer: string; event_id: string; taken_at: Generated<Date> };
  parked_events: {
    id: Generated<number>;
    consumer: string;
    event_id: string;
    topic: string;
    key: string;
    type: string;
    payload: Buffer;
    occurred_at: Date;
    attempts: Generated<number>;
    cause: string;
    next_try_at: Date;
    traceparent: string | null;
  };
}

export async function isHandled(db: Kysely<InboxTables>, consumer: string, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('inbox')
    .select('event_id')
    .where('consumer', '=', consumer)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records an event as handled. False: another process handled it meanwhile, so this transaction must not commit. */
export async function recordHandled(
  trx: Transaction<InboxTables>,
  consumer: string,
  eventId: string,
): Promise<boolean> {
  const row = await trx
    .insertInto('inbox')
    .values({ consumer, event_id: eventId })
    .onConflict((conflict) => conflict.columns(['consumer', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Longer than any topic keeps its events (7 days), so that a repeated delivery is recognised. */
const KEEP_DAYS = 14;
const DELETE_BATCH = 5_000;

/** Deletes old rows in batches, so that no transaction is long. */
export async function deleteOldRows(db: Kysely<InboxTables>, consumer: string): Promise<void> {
  for (let deleted = DELETE_BATCH; deleted === DELETE_BATCH; ) {
    const result = await sql`delete from inbox where consumer = ${consumer} and event_id in (
      select event_id from inbox
       where consumer = ${consumer} and taken_at < clock_timestamp() - ${KEEP_DAYS} * interval '1 day'
       limit ${DELETE_BATCH})`.execute(db);
    deleted = Number(result.numAffectedRows ?? 0);
  }
}
