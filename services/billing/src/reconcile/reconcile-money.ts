import { findAccountOfCustomer, isOpen } from '../accounts/account.repository.ts';
import { isOwnedBy } from '../accounts/ownership.ts';
import { refundIfLate } from '../corrections/end-and-refund.ts';
import type { BillingDeps } from '../deps.ts';
import { paidPlanOf } from '../payments/paid-plan.ts';
import { findPayment, recordInterval } from '../payments/payment.repository.ts';
import { recordCharge, recordInvoice } from '../payments/record-charge.ts';
import type { ReconcileRun } from './reconcile.ts';

const DAY_MS = 86_400_000;
/** How far back invoices are read: longer than a month, so that several failed runs miss none. */
const INVOICES_DAYS = 35;
/** The latest time at which banks dispute a charge. */
const CHARGES_DAYS = 130;

/** Records payments, refunds and disputes whose webhook was lost, and voids open invoices of ended subscriptions. */
export async function reconcileMoney(run: ReconcileRun, liveIds: ReadonlySet<string>): Promise<void> {
  const { deps, report, attempt } = run;
  const { payments, clock } = deps;
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  for await (const invoice of payments.eachInvoice('paid', before(INVOICES_DAYS))) {
    report.checked.invoices++;
    if (invoice.amountPaidCents <= 0) continue;
    const payment = await findPayment(deps.db, invoice.id);
    const { isAnnual } = paidPlanOf(invoice, deps.prices);
    if (payment && (isAnnual === null || payment.is_annual !== null)) continue;
    const userId = await findOwner(deps, invoice.customerId);
    if (!userId || !isOwnedBy(invoice, userId, deps.prices)) continue;
    await attempt(userId, async () => {
      if (payment && isAnnual !== null) {
        if (!(await recordInterval(deps.db, invoice.id, isAnnual))) return undefined;
        return { userId, what: 'payment', after: { id: invoice.id, isAnnual }, did: 'interval recorded' };
      }
      await recordInvoice(deps, userId, invoice);
      await refundIfLate(deps, userId, invoice);
      return { userId, what: 'payment', after: { id: invoice.id, cents: invoice.amountPaidCents }, did: 'recorded' };
    });
  }
  for await (const invoice of payments.eachInvoice('open', before(CHARGES_DAYS))) {
    report.checked.invoices++;
    if (invoice.subscriptionId === null || liveIds.has(invoice.subscriptionId)) continue;
    const userId = await findOwner(deps, invoice.customerId);
    if (!userId || !isOwnedBy(invoice, userId, deps.prices)) continue;
    await attempt(userId, async () => {
      // The subscription may have begun after the list was read.
      const subscription = await payments.findSubscription(invoice.subscriptionId ?? '');
      if (!subscription?.endedAt || !(await payments.voidInvoice(invoice.id))) return undefined;
      return { userId, what: 'open_invoice', before: invoice.id, did: 'voided' };
    });
  }
  for (const chargeId of await payments.listChangedCharges(before(CHARGES_DAYS))) {
    const charge = await payments.findCharge(chargeId);
    const userId = charge?.customerId ? await findOwner(deps, charge.customerId) : undefined;
    if (!charge || !userId) continue;
    await attempt(userId, async () => {
      if (!(await recordCharge(deps, userId, charge))) return undefined;
      return { userId, what: 'refund_or_dispute', after: { payment: charge.invoiceId }, did: 'recorded' };
    });
  }
}

async function findOwner({ db }: BillingDeps, customerId: string): Promise<string | undefined> {
  const account = await findAccountOfCustomer(db, customerId);
  return account && isOpen(account) ? account.id : undefined;
}
