import { findAccountOfCustomer } from '../accounts/account.repository.ts';
import { findUnfinishedCorrections } from '../corrections/correction.repository.ts';
import { resumeCorrection } from '../corrections/end-and-refund.ts';
import type { CorrectionRow } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import type { ReconcileRun } from './reconcile.ts';

/** Resumes all unfinished corrections, including those of deleted users. */
export async function resumeCorrections({ deps, attempt }: ReconcileRun): Promise<void> {
  for (const record of await findUnfinishedCorrections(deps.db)) {
    await attempt(await findOwner(deps, record), async () => {
      await resumeCorrection(deps, record);
      return undefined;
    });
  }
}

async function findOwner({ db, payments }: BillingDeps, record: CorrectionRow): Promise<string> {
  const customerId =
    record.customer_id ?? (await payments.findSubscription(record.subscription_id))?.customerId ?? undefined;
  return (customerId && (await findAccountOfCustomer(db, customerId))?.id) || '';
}
