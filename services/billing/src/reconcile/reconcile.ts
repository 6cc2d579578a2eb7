import { AppError } from '@reelwright/errors';
import { finishEnding } from '../corrections/end-unpaid.ts';
import type { BillingDeps } from '../deps.ts';
import { findUsersWithOpenOperation, type OperationKind } from '../operations/operation.repository.ts';
import { finishPendingChange } from '../plan-changes/pending-change.ts';
import { reconcileMoney } from './reconcile-money.ts';
import { linkCustomers, reconcilePlans } from './reconcile-plans.ts';
import { type Difference, emptyReport, type Report } from './report.ts';
import { resumeCorrections } from './resume-corrections.ts';

export interface ReconcileRun {
  readonly deps: BillingDeps;
  readonly report: Report;
  /**
   * Runs a correction for one user; a failure does not stop the run. A call without a response of Stripe is retried once at
   * the end.
   */
  attempt(userId: string, work: () => Promise<Difference | undefined>): Promise<void>;
}

/**
 * Corrects differences between Stripe and the rows here, which lost webhooks cause. It is idempotent.
 * @param keepGoing called regularly; throws to stop the run
 * @throws AppError PAYMENTS_UNAVAILABLE when Stripe can't be read; the run is retried
 */
export async function reconcile(deps: BillingDeps, keepGoing: () => Promise<void>): Promise<Report> {
  const { logger, counts } = deps;
  const report = emptyReport();
  const deferredAttempts: Parameters<ReconcileRun['attempt']>[] = [];
  let isSecondTry = false;
  const run: ReconcileRun = {
    deps,
    report,
    async attempt(userId, work) {
      await keepGoing();
      try {
        const difference = await work();
        if (!difference) return;
        report.differences.push(difference);
        counts.reconciled.inc({ what: difference.what });
        logger.warn({ ...difference }, 'reconcile found a difference');
      } catch (error) {
        // Any other error, also of the database, is this user's: the others come after it.
        const code = error instanceof AppError ? error.code : undefined;
        if (code === 'LEASE_LOST') throw error;
        if (code === 'PAYMENTS_UNAVAILABLE' && !isSecondTry) {
          deferredAttempts.push([userId, work]);
          return;
        }
        report.differences.push({ userId, what: 'failed', did: 'nothing' });
        counts.reconciled.inc({ what: 'failed' });
        logger.error({ err: error, userId }, 'a user could not be reconciled');
      }
    },
  };
  await resumeCorrections(run);
  await linkCustomers(run);
  await finishOperations(run, 'end', finishEnding);
  const liveIds = await reconcilePlans(run);
  await reconcileMoney(run, liveIds);
  await finishOperations(run, 'change', finishPendingChange);
  isSecondTry = true;
  for (const deferred of deferredAttempts) await run.attempt(...deferred);
  return report;
}

/** Finishes open operations of a kind. */
async function finishOperations(
  { deps, attempt }: ReconcileRun,
  kind: OperationKind,
  finish: (deps: BillingDeps, userId: string) => Promise<void>,
): Promise<void> {
  for (const userId of await findUsersWithOpenOperation(deps.db, kind)) {
    await attempt(userId, async () => {
      await finish(deps, userId);
      return undefined;
    });
  }
}
