import type { Clock } from '@reelwright/clock';
import type { Kysely } from 'kysely';
import { deleteCorrectionsOfPayments } from '../corrections/correction.repository.ts';
import type { BillingDatabase } from '../database.ts';
import { pruneOperations } from '../operations/operation.repository.ts';
import { deleteDisputesOfPayments } from '../payments/dispute.repository.ts';
import { deletePayments, findExpiredPayments } from '../payments/payment.repository.ts';
import { pruneRuns } from '../reconcile/reconcile-run.repository.ts';
import { pruneEvents } from '../webhooks/stripe-event.repository.ts';

const BATCH = 1_000;

/**
 * Deletes expired rows, every hour: payments after ten years (specification, section 9) and reconcile runs after ninety
 * days of product time; Stripe's events and closed operations after ninety days of real time.
 */
export async function applyRetention({ db, clock }: { db: Kysely<BillingDatabase>; clock: Clock }): Promise<void> {
  const [now, real] = [clock.now(), clock.real()];
  await inBatches(() => deleteExpiredPayments(db, now));
  await inBatches(() => pruneEvents(db, real, BATCH));
  await pruneRuns(db, now);
  await inBatches(() => pruneOperations(db, real, BATCH));
}

async function deleteExpiredPayments(db: Kysely<BillingDatabase>, now: Date): Promise<number> {
  const ids = await findExpiredPayments(db, now, BATCH);
  if (ids.length === 0) return 0;
  await deleteDisputesOfPayments(db, ids);
  await deleteCorrectionsOfPayments(db, ids);
  return deletePayments(db, ids);
}

async function inBatches(remove: () => Promise<number>): Promise<void> {
  for (let deletedRows = BATCH; deletedRows === BATCH; ) deletedRows = await remove();
}
