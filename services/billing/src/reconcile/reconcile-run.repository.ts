import { claimDue, type Lease } from '@reelwright/leases';
import { requireCurrentDatabase } from '@reelwright/outbox';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BillingDatabase, ReconcileRunRow } from '../database.ts';
import { MAX_STORED, type Report } from './report.ts';

/** A run extends its lease while it works. */
export const LEASE_MS = 120_000;

const isUnderWay = sql<boolean>`exists
  (select 1 from reconcile_runs as other where other.finished_at is null and other.leased_until >= clock_timestamp())`;

/** Inserts the run of a day, once for all replicas. */
export async function scheduleRun(db: Kysely<BillingDatabase>, due: Date): Promise<void> {
  await db
    .insertInto('reconcile_runs')
    .values({ id: due.toISOString().slice(0, 10), due_at: due, leased_until: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Claims the latest due run, which covers all missed ones, unless a run is under way. */
export function claimRun(db: Kysely<BillingDatabase>, now: Date): Promise<ReconcileRunRow[]> {
  return claimDue<ReconcileRunRow>(db, {
    table: 'reconcile_runs',
    due: 'due_at',
    now,
    where: sql`finished_at is null and not ${isUnderWay}
      and due_at = (select max(latest.due_at) from reconcile_runs as latest where latest.due_at <= ${now})`,
    limit: 1,
    leaseMs: LEASE_MS,
  });
}

/**
 * Inserts a run that is due now, under a lease. If the lease ends before the run does, the run is claimed like any other.
 * @returns undefined while a run is under way
 * @throws AppError DATABASE_RESTORED
 */
export async function beginRun(trx: Transaction<BillingDatabase>, now: Date): Promise<Lease | undefined> {
  await requireCurrentDatabase(trx);
  // A claim, and another beginning, wait until the commit and then find this run.
  await sql`lock table reconcile_runs in share row exclusive mode`.execute(trx);
  const { rows } = await sql<Lease>`
    insert into reconcile_runs (id, due_at, lease_token, leased_until)
    select ${now.toISOString()}, ${now}::timestamptz, 1, clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
     where not ${isUnderWay}
    returning id, lease_token as token`.execute(trx);
  return rows[0];
}

/** Stores the report of a run. Require its lease first. */
export async function finishRun(
  trx: Transaction<BillingDatabase>,
  id: string,
  run: { startedAt: Date; finishedAt: Date; report: Report },
): Promise<void> {
  const { checked, differences } = run.report;
  await trx
    .updateTable('reconcile_runs')
    .set({
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      report: JSON.stringify({ checked, found: differences.length, differences: differences.slice(0, MAX_STORED) }),
    })
    .where('id', '=', id)
    .execute();
}

/** Undefined before the first run has ended. */
export async function lastFinishedAt(db: Kysely<BillingDatabase>): Promise<Date | undefined> {
  const { at } = await db
    .selectFrom('reconcile_runs')
    .select(({ fn }) => fn.max('finished_at').as('at'))
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

/** Removes a user's differences from all reports; their number stays. */
export async function removeUserFromReports(trx: Transaction<BillingDatabase>, userId: string): Promise<void> {
  await sql`update reconcile_runs
    set report = jsonb_set(report, '{differences}', coalesce(
      (select jsonb_agg(d) from jsonb_array_elements(report->'differences') d where d->>'userId' <> ${userId}), '[]'))
    where report->'differences' @> jsonb_build_array(jsonb_build_object('userId', ${userId}::text))`.execute(trx);
}

/** Deletes runs that were due ninety days ago. */
export async function pruneRuns(db: Kysely<BillingDatabase>, now: Date): Promise<void> {
  await sql`delete from reconcile_runs where due_at < ${now}::timestamptz - interval '90 days'`.execute(db);
}
