import { createWorker, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import { findAccount, findAccountOfCustomer, isOpen, linkCustomer } from '../accounts/account.repository.ts';
import { withAccountLease } from '../accounts/account-lease.ts';
import { applyCorrections } from '../corrections/apply-corrections.ts';
import { closeCustomer, unlinkClosedCustomer } from '../corrections/close-customer.ts';
import { finishEnding } from '../corrections/end-unpaid.ts';
import type { StripeEventRow } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import { recordCharge, recordInvoice } from '../payments/record-charge.ts';
import { finishPendingChange } from '../plan-changes/pending-change.ts';
import type { RemoteCharge, RemoteInvoice } from '../stripe/payments.ts';
import { payOverdueFromNewCard } from '../subscriptions/pay-overdue.ts';
import { syncSubscription } from '../subscriptions/sync-subscription.ts';
import { eventQueue, markDone, postpone } from './stripe-event.repository.ts';

const BATCH = 50;
const isNotNull = <Value>(value: Value | null): value is Value => value !== null;

/**
 * Processes Stripe's events, those of one customer together, because one purchase sends ten within a second. An event
 * only says what to read; the saved state is what Stripe has now. Every step is idempotent.
 */
export function createStripeEventWorker(deps: BillingDeps & { pollMs: number; watch: TableWatch }): Worker {
  const { db, clock, logger, watch } = deps;
  const events = eventQueue(db, clock.real);
  return createWorker<readonly StripeEventRow[]>({
    name: 'stripe events',
    logger,
    concurrency: 4,
    pollMs: deps.pollMs,
    watch,
    queue: {
      ...events,
      claim: async () => {
        const rows = await events.claim(BATCH);
        return [...Map.groupBy(rows, (row) => row.customer_id ?? row.charge_id).values()];
      },
    },
    run: async (rows) => {
      try {
        await processEvents(deps, rows);
        await markDone(db, rows, clock.real());
      } catch (error) {
        await postpone(db, rows, clock.real());
        throw error;
      }
    },
  });
}

async function processEvents(deps: BillingDeps, rows: readonly StripeEventRow[]): Promise<void> {
  const { db, payments, logger } = deps;
  const charges = await findCharges(deps, rows);
  const customerId = rows[0]?.customer_id ?? charges[0]?.customerId;
  const userId = customerId ? await findUser(deps, customerId) : undefined;
  if (!userId || !customerId) {
    logger.info({ customerId, events: rows.map(({ id }) => id) }, 'events of a customer that is not ours');
    return;
  }
  const account = await findAccount(db, userId);
  if (account && !isOpen(account)) {
    // The user bought while being deleted. After the account closer is done, only this code unlinks the customer.
    await closeCustomer(deps, customerId, account);
    if (account.closed_at) await unlinkClosedCustomer(db, userId, customerId);
    return;
  }
  const paidInvoices: RemoteInvoice[] = [];
  for (const invoiceId of idsOf(rows, 'invoice.paid', 'invoice_id'))
    paidInvoices.push(await payments.getInvoice(invoiceId));
  for (const invoice of paidInvoices) await recordInvoice(deps, userId, invoice);
  for (const charge of charges) await recordCharge(deps, userId, charge);
  const newCard = rows.find(({ card_changed: changed }) => changed);
  const isBought = rows.some(({ type }) => type === 'checkout.session.completed');
  if (newCard || isBought) {
    await withAccountLease(deps, userId, async () => {
      // Other checkouts beside the paid one must not be paid.
      if (isBought) await payments.expireOtherCheckouts(customerId, undefined);
      if (newCard) await payOverdueFromNewCard(deps, userId, newCard.id);
    });
  }
  await finishEnding(deps, userId);
  await finishPendingChange(deps, userId);
  await syncSubscription(deps, userId);
  // Last, so that a refund rejected by Stripe does not delay the other steps.
  if (rows.some(({ type }) => CHANGES_SUBSCRIPTIONS.test(type))) await applyCorrections(deps, userId, paidInvoices);
}

const CHANGES_SUBSCRIPTIONS =
  /^(customer\.subscription\.(created|deleted)|checkout\.session\.completed|invoice\.paid)$/;

function idsOf(rows: readonly StripeEventRow[], type: string, column: 'invoice_id' | 'charge_id'): Set<string> {
  return new Set(
    rows
      .filter((row) => row.type === type)
      .map((row) => row[column])
      .filter(isNotNull),
  );
}

async function findCharges({ payments }: BillingDeps, rows: readonly StripeEventRow[]): Promise<RemoteCharge[]> {
  const chargeRows = rows.filter(({ type }) => type === 'charge.refunded' || type.startsWith('charge.dispute.'));
  const ids = new Set(chargeRows.map(({ charge_id: id }) => id).filter(isNotNull));
  return (await Promise.all([...ids].map((id) => payments.findCharge(id)))).filter((charge) => charge !== undefined);
}

/**
 * Finds the user by the linked account, else by the customer's metadata, because a crash may have prevented the link.
 */
async function findUser({ db, payments }: BillingDeps, customerId: string): Promise<string | undefined> {
  const account = await findAccountOfCustomer(db, customerId);
  if (account) return account.id;
  const userId = await payments.ownerOf(customerId);
  return userId !== undefined && (await linkCustomer(db, userId, customerId)) === customerId ? userId : undefined;
}
