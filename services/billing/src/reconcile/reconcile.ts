import { AppError } from '@reelwright/errors';
import { finishEnding } from '../corrections/end-unpaid.ts';
import type { BillingDeps } from '../deps.ts';
import { findUsersWithOpenIntention, type IntentionKind } from '../intentions/intention.repository.ts';
import { finishPendingChange } from '../plan-changes/pending-change.ts';
import { reconcileMoney } from './reconcile-money.ts';
import { linkCustomers, reconcilePlans } from './reconcile-plans.ts';
import { type Difference, emptyReport, type Report } from './report.ts';
import { resumeCorrections } from './resume-corrections.ts';

export interface ReconcileRun {
  readonly deps: BillingDeps;
  readonly report: Report;
  /**
   * Puts something right for one user; what fails for one does not keep the others waiting. What Stripe did not answer
   * is tried once more when all else is done.
   */
  attempt(userId: string, work: () => Promise<Difference | undefined>): Promise<void>;
}

/**
 * Compares everything that is ours at Stripe with what is written down here and puts right what differs: plans, customers,
 * payments, refunds and disputes whose news was lost. Repeating it is harmless; a second one right after finds nothing.
 * @param keepGoing called now and then; throws to stop
 * @throws AppError PAYMENTS_UNAVAILABLE when Stripe can't be read: it is tried again
 */
export async function reconcile(deps: BillingDeps, keepGoing: () => Promise<void>): Promise<Report> {
  const { logger, counts } = deps;
  const report = emptyReport();
  const unanswered: Parameters<ReconcileRun['attempt']>[] = [];
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
        if (!(error instanceof AppError) || error.code === 'LEASE_LOST') throw error;
        if (error.code === 'PAYMENTS_UNAVAILABLE' && !isSecondTry) {
          unanswered.push([userId, work]);
          return;
        }
        report.differences.push({ userId, what: 'failed', did: 'nothing' });
        counts.reconciled.inc({ what: 'failed' });
        logger.error({ err: error, userId }, 'reconcile could not put a user right');
      }
    },
  };
  await resumeCorrections(run);
  await linkCustomers(run);
  await finishAll(run, 'end', finishEnding);
  const live = await reconcilePlans(run);
  await reconcileMoney(run, live);
  await finishAll(run, 'change', finishPendingChange);
  isSecondTry = true;
  for (const again of unanswered) await run.attempt(...again);
  return report;
}

/** What people have begun and nobody has finished. */
async function finishAll(
  { deps, attempt }: ReconcileRun,
  kind: IntentionKind,
  finish: (deps: BillingDeps, userId: string) => Promise<void>,
): Promise<void> {
  for (const userId of await findUsersWithOpenIntention(deps.db, kind)) {
    await attempt(userId, async () => {
      await finish(deps, userId);
      return undefined;
    });
  }
}
