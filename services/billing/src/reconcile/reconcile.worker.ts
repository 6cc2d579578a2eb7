import { claimDue, createWorker, extendLease, requireLease, type Worker } from '@reelwright/leases';
import { sql } from 'kysely';
import type { ReconcileRunRow } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import { reconcile } from './reconcile.ts';
import { finishRun, scheduleRun } from './reconcile-run.repository.ts';

const HOUR = 3;
const LEASE_MS = 120_000;
const DAY_MS = 86_400_000;

/** The next 03:00 UTC of product time. */
export function nextRun(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR);
  return new Date(today > now.getTime() ? today : today + DAY_MS);
}

/** Reconciles with Stripe every night, on one replica, and stores each run's report. */
export function createReconciler(deps: BillingDeps & { pollMs: number }): Worker {
  const { db, clock, logger, counts } = deps;
  return createWorker<ReconcileRunRow>({
    name: 'reconcile',
    logger,
    concurrency: 1,
    pollMs: deps.pollMs,
    clock,
    queue: {
      async claim(limit) {
        const due = nextRun(clock.now());
        await scheduleRun(db, due);
        return claimDue<ReconcileRunRow>(db, {
          table: 'reconcile_runs',
          due: 'due_at',
          now: clock.now(),
          // Only the latest run, which covers all missed ones.
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
      const report = await reconcile(deps, async () => {
        signal.throwIfAborted();
        if (Date.now() - extendedAt < LEASE_MS / 4) return;
        await extendLease(db, 'reconcile_runs', lease, LEASE_MS);
        extendedAt = Date.now();
      });
      await db.transaction().execute(async (trx) => {
        await requireLease(trx, 'reconcile_runs', lease);
        await finishRun(trx, id, { startedAt, finishedAt: clock.now(), report });
      });
      counts.reconciledAt.set(Math.floor(clock.now().getTime() / 1000));
      logger.info({ run: id, checked: report.checked, found: report.differences.length }, 'reconciled with Stripe');
    },
  });
}
