import { type Kysely, sql, type Transaction } from 'kysely';
import type { BillingDatabase } from '../database.ts';
import { MAX_STORED, type Report } from './report.ts';

/** Inserts the run of a day, once for all replicas. */
export async function scheduleRun(db: Kysely<BillingDatabase>, due: Date): Promise<void> {
  await db
    .insertInto('reconcile_runs')
    .values({ id: due.toISOString().slice(0, 10), due_at: due, leased_until: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
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
