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

/** Another worker has claimed the row; this one must not write its result. */
export class LeaseLost extends AppError {
  constructor(table: string, id: string) {
    super('ABORTED', 'LEASE_LOST', `The lease on ${table} ${id} was lost.`);
  }
}

/** Which rows may be claimed, and when. */
export interface DueRows {
  readonly table: string;
  /** The column that says when a row is due. */
  readonly due: string;
  /** A further condition for a claim, for example sql`state = 'waiting'`. */
  readonly where: RawBuilder<unknown>;
}

/**
 * Claims up to `limit` due rows that nobody holds, in one statement, without waiting for rows that others are claiming.
 * A lease ends by itself after `leaseMs` of real time, so a crash loses a lease and never a row. While a restored
 * database catches up, nothing is claimed (`database_is_current()`).
 */
export async function claimDue<Row extends { id: string; lease_token: number }>(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of the caller do not matter here
  db: Kysely<any>,
  options: DueRows & {
    /** Compared with `due`; usually product time. */
    now: Date;
    limit: number;
    leaseMs: number;
    /**
     * An expression over the table's columns, ascending; `due` when left out. A partial index on it, with the condition
     * `where`, saves a claim from sorting all due rows.
     */
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
         and database_is_current()
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

/**
 * Milliseconds until the next row can be claimed, because it falls due or the lease on it ends; undefined: there is none.
 * 0 for a due row without a lease: another claim has just locked it.
 */
export async function dueIn(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of the caller do not matter here
  db: Kysely<any>,
  { table, due, where, now }: DueRows & { now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ nextDue: Date | null; leaseEnd: number | null }>`
    select (select min(${sql.ref(due)}) from ${sql.table(table)} where ${sql.ref(due)} > ${now} and (${where})) as "nextDue",
           (select extract(epoch from min(coalesce(leased_until, clock_timestamp())) - clock_timestamp())::float8 * 1000
              from ${sql.table(table)} where ${sql.ref(due)} <= ${now} and (${where})) as "leaseEnd"`.execute(db);
  const { nextDue, leaseEnd } = rows[0] ?? { nextDue: null, leaseEnd: null };
  const waits = [
    ...(nextDue ? [nextDue.getTime() - now.getTime()] : []),
    ...(leaseEnd === null ? [] : [Math.max(0, leaseEnd)]),
  ];
  return waits.length > 0 ? Math.min(...waits) : undefined;
}

/** The rows that are due. */
export interface Backlog {
  /** How many of them nobody holds. */
  readonly rows: number;
  /** How many a worker holds. */
  readonly held: number;
  /** How long the first that nobody holds has been due; 0 without one. */
  readonly oldestSeconds: number;
}

export async function readBacklog(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of the caller do not matter here
  db: Kysely<any>,
  { table, due, where, now }: DueRows & { now: Date },
): Promise<Backlog> {
  const isHeld = sql`leased_until >= clock_timestamp()`;
  const { rows } = await sql<Backlog>`
    select count(*) filter (where ${isHeld} is not true)::float8 as rows,
           count(*) filter (where ${isHeld})::float8 as held,
           coalesce(extract(epoch from ${now}::timestamptz - min(${sql.ref(due)}) filter (where ${isHeld} is not true)), 0)::float8
             as "oldestSeconds"
      from ${sql.table(table)}
     where ${sql.ref(due)} <= ${now} and (${where})`.execute(db);
  return rows[0] ?? { rows: 0, held: 0, oldestSeconds: 0 };
}

/** Locks the row and makes sure the lease is still this worker's. Call it first in the transaction that writes a result. */
export async function requireLease(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of the caller do not matter here
  trx: Transaction<any>,
  table: string,
  lease: Lease,
): Promise<void> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)}
     where id = ${lease.id} and lease_token = ${lease.token} and leased_until is not null
       for update`.execute(trx);
  if (rows.length === 0) throw new LeaseLost(table, lease.id);
}

/** Extends the lease by another `leaseMs`. @throws LeaseLost */
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
     where id = ${lease.id} and lease_token = ${lease.token} and leased_until is not null
    returning id`.execute(db);
  if (rows.length === 0) throw new LeaseLost(table, lease.id);
}
