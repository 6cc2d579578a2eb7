import type { Publisher } from '@reelwright/kafka';
import pg from 'pg';
import { type OutboxEvent, toMessage } from '../src/message.ts';

/** The usual outbox: a plain table with a row for each waiting event. */
export async function createWaitingTable(pool: pg.Pool): Promise<void> {
  await pool.query(`create table waiting_events (
    id bigint generated always as identity primary key,
    event_id uuid not null default gen_random_uuid(),
    topic text not null,
    key text not null,
    type text not null,
    payload json not null,
    occurred_at timestamptz not null
  )`);
}

/**
 * Claims the oldest events, sends them inside the transaction and deletes them, until none is left: with the codec and
 * the publisher of our relay, one connection, and statements that are prepared once.
 */
export async function relayByDeleting(
  url: string,
  publisher: Publisher,
  batch: number,
  commit: 'durable' | 'unawaited' = 'durable',
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Like our relay: a delete that is lost with the server only publishes a batch again.
  if (commit === 'unawaited') await client.query('set synchronous_commit = off');
  try {
    for (;;) {
      await client.query('begin');
      const { rows } = await client.query<Omit<OutboxEvent, 'occurred_at'> & { id: number; occurred_at: Date }>({
        name: 'claim',
        text: `select id, event_id, topic, key, type, payload, occurred_at
                 from waiting_events order by id limit $1 for update skip locked`,
        values: [batch],
      });
      if (rows.length > 0) {
        await publisher.publish(rows.map((row) => toMessage({ ...row, occurred_at: row.occurred_at.toISOString() })));
        await client.query({
          name: 'done',
          text: 'delete from waiting_events where id = any ($1)',
          values: [rows.map(({ id }) => id)],
        });
      }
      await client.query('commit');
      if (rows.length === 0) return;
    }
  } finally {
    await client.end();
  }
}
