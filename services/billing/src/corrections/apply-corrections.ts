import { findAccount } from '../accounts/account.repository.ts';
import { withAccountLease } from '../accounts/account-lease.ts';
import { isOwnedBy } from '../accounts/ownership.ts';
import type { BillingDeps } from '../deps.ts';
import type { RemoteInvoice } from '../stripe/payments.ts';
import { ownSubscriptionsOf, readOwnSubscriptions } from '../subscriptions/own-subscriptions.ts';
import { findUnfinishedCorrections } from './correction.repository.ts';
import { endSurplus, refundIfLate, resumeCorrection } from './end-and-refund.ts';

/**
 * Ends a second subscription at Stripe, voids open invoices of ended subscriptions, refunds those of `paidInvoices` that
 * were paid after their subscription ended, and finishes unfinished corrections. Each step is idempotent.
 * @throws the first step's error, after all steps were tried
 */
export async function applyCorrections(
  deps: BillingDeps,
  userId: string,
  paidInvoices: readonly RemoteInvoice[] = [],
): Promise<void> {
  const { db, payments, prices } = deps;
  const customerId = (await findAccount(db, userId))?.stripe_customer_id;
  if (!customerId) return;
  const failures: unknown[] = [];
  const attempt = (step: () => Promise<unknown>) => step().catch((error: unknown) => failures.push(error));

  const unfinishedCorrections = await findUnfinishedCorrections(db, customerId);
  for (const invoice of paidInvoices) await attempt(() => refundIfLate(deps, userId, invoice));
  const listed = await payments.listSubscriptions(customerId);
  const { surplus } = ownSubscriptionsOf(listed, userId, prices);
  for (const { id } of surplus) {
    await attempt(() =>
      withAccountLease(deps, userId, async () => {
        // Read again, because the previous holder of the lease may have ended the surplus subscription.
        const subscription = (await readOwnSubscriptions(deps, userId, customerId)).surplus.find(
          (one) => one.id === id,
        );
        if (subscription) await endSurplus(deps, userId, subscription);
      }),
    );
  }
  const current = surplus.length > 0 ? await payments.listSubscriptions(customerId) : listed;
  for (const invoice of await payments.listOpenInvoices(customerId)) {
    const { id, subscriptionId } = invoice;
    if (subscriptionId === null || !isOwnedBy(invoice, userId, prices)) continue;
    if (current.some((one) => one.id === subscriptionId)) continue;
    await attempt(async () => {
      // The subscription may have begun after the list was read.
      if ((await payments.findSubscription(subscriptionId))?.endedAt) await payments.voidInvoice(id);
    });
  }
  for (const record of unfinishedCorrections) await attempt(() => resumeCorrection(deps, record));
  if (failures.length > 0) throw failures[0];
}
