import { AppError } from '@reelwright/errors';
import { type Generated, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';

/** The columns a table of leased work has. `lease_token` grows with every claim: the fence against a claimant that lost its lease. */
export interface LeaseColumns {
  lease_token: Generated<number>;
  leased_until: Date | null;
}

export interface Lease {
  readonly id: string;
  readonly token: number;
}

/** Someone else has claimed the row meanwhile; whatever this worker was about to write must not be written. */
export class LeaseLost extends AppError {
  constructor(table: string, id: string) {
    super('ABORTED', 'LEASE_LOST', `The lease on ${table} ${id} was lost.`);
  }
}

/**
 * Claims up to `limit` due rows that nobody holds, in one statement, without waiting for rows that others are claiming.
 * A lease ends by itself after `leaseMs` of real time, so a crash loses a lease and never a row.
 *
 * @param due the column that says when the row is due; compared with `now` (product time), judged once for the batch.
 * @param where what else makes a row claimable, for example sql`state = 'waiting'`.
 * @param order which due rows come first, an expression over the table's columns, ascending; `due` when left out.
 *   A partial index on it, where `where` holds, keeps a claim from sorting all that is due.
 */
export async function claimDue<Row extends { id: string; lease_token: number }>(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of the caller do not matter here
  db: Kysely<any>,
  options: {
    table: string;
    due: string;
    now: Date;
    where: RawBuilder<unknown>;
    limit: number;
    leaseMs: number;
    order?: RawBuilder<unknown> | undefined;
  },
): Promise<Row[]> {
  const { table, due, now, where, limit, leaseMs } = options;
  const order = options.order ?? sql.ref(due);
  const { rows } = await sql<Row>`
    with due as (
      select id from ${sql.table(table)}
       where ${sql.ref(due)} <= ${now}
         and (leased_until is null or leased_until < clock_timestamp())
         and (${where})
       order by ${order}
       limit ${limit}
       for update skip locked
    ), claimed as (
      update ${sql.table(table)} as t
         set lease_token = t.lease_token + 1,
             leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        from due
       where t.id = due.id
      returning t.*
    )
    select * from claimed order by ${order}`.execute(db);
  return rows;
}

/** Locks the row and makes sure the lease is still this worker's. Call it first in the transaction that writes a result. */
export async function requireLease(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of the caller do not matter here
  trx: Transaction<any>,
  table: string,
  lease: Lease,
): Promise<void> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where id = ${lease.id} and lease_token = ${lease.token} for update`.execute(trx);
  if (rows.length === 0) throw new LeaseLost(table, lease.id);
}

/** Holds on to a row for another `leaseMs`. @throws LeaseLost */
export async function extendLease(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of the caller do not matter here
  db: Kysely<any>,
  table: string,
  lease: Lease,
  leaseMs: number,
): Promise<void> {
  const { rows } = await sql`
    update ${sql.table(table)}
       set leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where id = ${lease.id} and lease_token = ${lease.token}
    returning id`.execute(db);
  if (rows.length === 0) throw new LeaseLost(table, lease.id);
}
