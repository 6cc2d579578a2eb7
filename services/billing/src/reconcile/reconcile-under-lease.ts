import { extendLease, holdLease, type Lease, requireLease } from '@reelwright/leases';
import type { BillingDeps } from '../deps.ts';
import { reconcile } from './reconcile.ts';
import { finishRun, LEASE_MS } from './reconcile-run.repository.ts';
import type { Report } from './report.ts';

/**
 * Reconciles with Stripe while it holds the lease of the run, and stores the report.
 * @param signal stops the run when it aborts
 * @throws LeaseLost; the errors of `reconcile`
 */
export async function reconcileUnderLease(deps: BillingDeps, lease: Lease, signal?: AbortSignal): Promise<Report> {
  const { db, clock, logger } = deps;
  const startedAt = clock.now();
  const held = holdLease({
    renew: () => extendLease(db, 'reconcile_runs', lease, LEASE_MS),
    everyMs: LEASE_MS / 4,
    logger,
  });
  try {
    const report = await reconcile(deps, async () => {
      signal?.throwIfAborted();
      held.lost.throwIfAborted();
    });
    await db.transaction().execute(async (trx) => {
      await requireLease(trx, 'reconcile_runs', lease);
      await finishRun(trx, lease.id, { startedAt, finishedAt: clock.now(), report });
    });
    logger.info({ run: lease.id, checked: report.checked, found: report.differences.length }, 'reconciled with Stripe');
    return report;
  } finally {
    await held.stop();
  }
}
