import { type Kysely, sql } from 'kysely';
import type { OutboxTables } from './tables.ts';

/** The age of the oldest event that the broker does not have, also if no relay is active; 0 without one. */
export async function oldestUnpublishedSeconds<Tables extends OutboxTables>(db: Kysely<Tables>): Promise<number> {
  // Subqueries and not a join, so that the index gives the first row without a sort.
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from clock_timestamp() - o.created_at)::float8 as age
      from outbox o
     where (o.xid, o.id) > ((select xid from outbox_cursor), (select id from outbox_cursor))
     order by o.xid, o.id limit 1`.execute(db);
  return rows[0]?.age ?? 0;
}
