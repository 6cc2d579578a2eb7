import { claimDue, createWorker, extendLease, requireLease, type Worker } from '@reelwright/leases';
import { sql } from 'kysely';
import type { ReconcileRunRow } from '../database.ts';
import type { SyncDeps } from '../subscriptions/sync-subscription.ts';
import { reconcile } from './reconcile.ts';
import { MOST_KEPT } from './report.ts';

const HOUR = 3;
const LEASE_MS = 120_000;
const DAY_MS = 86_400_000;

/** The next three o'clock in the night, UTC, of product time. */
export function nextRun(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR);
  return new Date(today > now.getTime() ? today : today + DAY_MS);
}

/** Compares Stripe's books with these every night, on one replica, and keeps what each comparison found. */
export function createReconciler(deps: SyncDeps & { pollMs: number }): Worker {
  const { db, clock, logger, counts } = deps;
  return createWorker<ReconcileRunRow>({
    name: 'reconcile',
    logger,
    concurrency: 1,
    pollMs: deps.pollMs,
    queue: {
      async claim(limit) {
        const due = nextRun(clock.now());
        await db
          .insertInto('reconcile_runs')
          .values({ id: due.toISOString().slice(0, 10), due_at: due, leased_until: null })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
        return claimDue<ReconcileRunRow>(db, {
          table: 'reconcile_runs',
          due: 'due_at',
          now: clock.now(),
          // Only the last night: one comparison makes up for all that were missed.
          where: sql`finished_at is null and id = (select max(id) from reconcile_runs where due_at <= ${clock.now()})`,
          limit,
          leaseMs: LEASE_MS,
        });
      },
    },
    run: async ({ id, lease_token: token }, signal) => {
      const lease = { id, token };
      const startedAt = clock.now();
      let extendedAt = Date.now();
      const { checked, differences } = await reconcile(deps, async () => {
        signal.throwIfAborted();
        if (Date.now() - extendedAt < LEASE_MS / 4) return;
        await extendLease(db, 'reconcile_runs', lease, LEASE_MS);
        extendedAt = Date.now();
      });
      await db.transaction().execute(async (trx) => {
        await requireLease(trx, 'reconcile_runs', lease);
        await trx
          .updateTable('reconcile_runs')
          .set({
            started_at: startedAt,
            finished_at: clock.now(),
            report: JSON.stringify({
              checked,
              found: differences.length,
              differences: differences.slice(0, MOST_KEPT),
            }),
          })
          .where('id', '=', id)
          .execute();
      });
      counts.reconciledAt.set(Math.floor(clock.now().getTime() / 1000));
      logger.info({ night: id, checked, found: differences.length }, 'reconciled with Stripe');
    },
  });
}
