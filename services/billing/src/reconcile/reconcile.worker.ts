import { createWorker, type Worker } from '@reelwright/leases';
import type { ReconcileRunRow } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import { claimRun, scheduleRun } from './reconcile-run.repository.ts';
import { reconcileUnderLease } from './reconcile-under-lease.ts';

const HOUR = 3;
const DAY_MS = 86_400_000;

/** The next 03:00 UTC of product time. */
export function nextRun(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR);
  return new Date(today > now.getTime() ? today : today + DAY_MS);
}

/** Reconciles with Stripe every night, on one replica, and stores each run's report. */
export function createReconciler(deps: BillingDeps & { pollMs: number }): Worker {
  const { db, clock, logger } = deps;
  return createWorker<ReconcileRunRow>({
    name: 'reconcile',
    logger,
    concurrency: 1,
    pollMs: deps.pollMs,
    clock,
    queue: {
      async claim() {
        await scheduleRun(db, nextRun(clock.now()));
        return claimRun(db, clock.now());
      },
    },
    run: async ({ id, lease_token: token }, signal) => void (await reconcileUnderLease(deps, { id, token }, signal)),
  });
}
