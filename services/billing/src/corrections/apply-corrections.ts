import { findAccount } from '../accounts/account.repository.ts';
import { withAccountLease } from '../accounts/account-lease.ts';
import { isOwnedBy } from '../accounts/ownership.ts';
import type { BillingDeps } from '../deps.ts';
import type { RemoteInvoice } from '../stripe/payments.ts';
import { ownOf, readOwn } from '../subscriptions/own-subscriptions.ts';
import { findUnfinished } from './correction.repository.ts';
import { endSurplus, refundIfLate, resumeCorrection } from './end-and-refund.ts';

/**
 * Corrects a user's state at Stripe: ends a second subscription, voids open invoices of ended subscriptions, and
 * finishes unfinished corrections. Each step is idempotent.
 * @param paid invoices paid just now; those paid after their subscription ended are refunded
 * @throws the first step's error, after all steps were tried
 */
export async function applyCorrections(
  deps: BillingDeps,
  userId: string,
  paid: readonly RemoteInvoice[] = [],
): Promise<void> {
  const { db, payments, prices } = deps;
  const customerId = (await findAccount(db, userId))?.stripe_customer_id;
  if (!customerId) return;
  const failures: unknown[] = [];
  const attempt = (step: () => Promise<unknown>) => step().catch((error: unknown) => failures.push(error));

  const unfinished = await findUnfinished(db, customerId);
  for (const invoice of paid) await attempt(() => refundIfLate(deps, userId, invoice));
  const found = await payments.listSubscriptions(customerId);
  const { surplus } = ownOf(found, userId, prices);
  for (const { id } of surplus) {
    await attempt(() =>
      withAccountLease(deps, userId, async () => {
        // Read again, because the previous holder of the lease may have ended the surplus subscription.
        const still = (await readOwn(deps, userId, customerId)).surplus.find((one) => one.id === id);
        if (still) await endSurplus(deps, userId, still);
      }),
    );
  }
  const current = surplus.length > 0 ? await payments.listSubscriptions(customerId) : found;
  for (const invoice of await payments.listOpenInvoices(customerId)) {
    const { id, subscriptionId } = invoice;
    if (subscriptionId === null || !isOwnedBy(invoice, userId, prices)) continue;
    if (!current.some((one) => one.id === subscriptionId)) await attempt(() => payments.voidInvoice(id));
  }
  for (const record of unfinished) await attempt(() => resumeCorrection(deps, record));
  if (failures.length > 0) throw failures[0];
}
