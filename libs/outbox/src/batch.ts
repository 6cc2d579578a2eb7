import type { OutboundMessage } from '@reelwright/kafka';
import { MIGRATIONS } from '@reelwright/postgres';
import type pg from 'pg';
import { toMessage } from './message.ts';

/** A position in the order of the outbox. */
export interface OutboxPosition {
  xid: string;
  id: number;
}

/** A row as `readBatch` selects it. */
type Row = [
  xid: string,
  id: number,
  event_id: string,
  topic: string,
  key: string,
  type: string,
  payload: unknown,
  occurred_at: string,
  traceparent: string | null,
  /** The bytes of the payloads of the batch up to this row. */
  bytes: string,
];

export interface Batch {
  readonly messages: readonly OutboundMessage[];
  readonly last: OutboxPosition | undefined;
  /** It was cut, so more events may follow it. */
  readonly isFull: boolean;
}

const BATCH = 1_000;
/** A batch and the next one are in memory together, as text and encoded. */
const BATCH_BYTES = 8_000_000;
/** Formatted by Postgres, which is idle while this process encodes. */
const ISO_OCCURRED_AT = `to_char(o.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** No open transaction has an id below it. */
const OLDEST_OPEN = 'pg_snapshot_xmin(pg_current_snapshot())';
/**
 * No open transaction that may write events to this database has an id below it: one of another database can't, and a
 * migration must not (`make check` refuses it). A transaction whose holder is unknown counts as one that may.
 */
const OLDEST_WRITER = `(
  select coalesce(min(running.xid), pg_snapshot_xmax(pg_current_snapshot()))
    from pg_snapshot_xip(pg_current_snapshot()) as running (xid)
   where not exists (
     select 1
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.transactionid = running.xid::xid
        and (a.datname is distinct from current_database() or a.application_name = '${MIGRATIONS}')))`;

/** The next events after a position, in order. Events that an open transaction may still precede are left out. */
export const readBatch = (connection: pg.Client, after: OutboxPosition): Promise<Batch> =>
  readBelow(connection, after, { name: 'read', limit: OLDEST_OPEN });

/**
 * As `readBatch`, but looks at who holds each open transaction, which costs more: for when `readBatch` finds nothing
 * although events wait.
 */
export const readBesideOthers = (connection: pg.Client, after: OutboxPosition): Promise<Batch> =>
  readBelow(connection, after, { name: 'read beside others', limit: OLDEST_WRITER });

async function readBelow(
  connection: pg.Client,
  after: OutboxPosition,
  { name, limit }: { name: string; limit: string },
): Promise<Batch> {
  const { rows } = await connection.query<Row>({
    name,
    rowMode: 'array',
    text: `select o.xid::text, o.id, o.event_id, o.topic, o.key, o.type, o.payload, ${ISO_OCCURRED_AT},
                  o.traceparent, o.bytes
             from (select found.*, sum(length) over (order by xid, id) as bytes
                     from (select outbox.*, octet_length(payload::text) as length
                             from outbox
                            where (xid, id) > ($1::text::xid8, $2) and xid < ${limit}
                            order by xid, id limit ${BATCH}) as found) as o
            where o.bytes - o.length < ${BATCH_BYTES}
            order by o.xid, o.id`,
    values: [after.xid, after.id],
  });
  const messages = rows.map(([, , event_id, topic, key, type, payload, occurred_at, traceparent]) =>
    toMessage({ event_id, topic, key, type, payload, occurred_at, traceparent }),
  );
  const last = rows.at(-1);
  const isFull = rows.length === BATCH || Number(last?.[9] ?? 0) >= BATCH_BYTES;
  return { messages, last: last && { xid: last[0], id: last[1] }, isFull };
}

export async function readCursor(connection: pg.Client): Promise<OutboxPosition> {
  const { rows } = await connection.query<OutboxPosition>('select xid::text as xid, id from outbox_cursor');
  if (!rows[0]) throw new Error('the outbox has no cursor');
  return rows[0];
}

/** The age of the oldest event that the broker does not have, also if an open transaction holds it back; 0 without one. */
export async function oldestSeconds(connection: pg.Client, cursor: OutboxPosition): Promise<number> {
  const { rows } = await connection.query<{ age: number }>(
    `select extract(epoch from clock_timestamp() - o.created_at)::float8 as age
       from outbox o where (o.xid, o.id) > ($1::text::xid8, $2) order by o.xid, o.id limit 1`,
    [cursor.xid, cursor.id],
  );
  return rows[0]?.age ?? 0;
}
