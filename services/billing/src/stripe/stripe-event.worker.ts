import { createWorker, type Worker } from '@reelwright/leases';
import {
  findAccount,
  findAccountOfCustomer,
  isOpen,
  linkCustomer,
  lockAccount,
  unlinkCustomer,
} from '../accounts/account.repository.ts';
import { leaveStripe } from '../accounts/leave-stripe.ts';
import type { StripeEventRow } from '../database.ts';
import { recordPayment, recordRefund } from '../payments/payment.repository.ts';
import { tierOf } from '../subscriptions/subscription.ts';
import { type SyncDeps, syncSubscription } from '../subscriptions/sync-subscription.ts';
import { claimEvents, markDone, postpone } from './stripe-event.repository.ts';

const BATCH = 50;
const isThere = <Value>(value: Value | null): value is Value => value !== null;

/**
 * Acts on Stripe's events, a customer's together: one purchase sends ten of them within a second. An event only says where
 * to look; what is written down is what Stripe answers now. Every step may be repeated.
 */
export function createStripeEventWorker(deps: SyncDeps & { pollMs: number }): Worker {
  const { db, clock, logger } = deps;
  return createWorker<readonly StripeEventRow[]>({
    name: 'stripe events',
    logger,
    concurrency: 4,
    pollMs: deps.pollMs,
    claim: async () => {
      const rows = await claimEvents(db, BATCH, clock.real());
      return [...Map.groupBy(rows, (row) => row.customer_id).values()];
    },
    run: async (rows) => {
      try {
        await act(deps, rows);
        await markDone(db, rows, clock.real());
      } catch (error) {
        await postpone(db, rows, clock.real());
        throw error;
      }
    },
  });
}

async function act(deps: SyncDeps, rows: readonly StripeEventRow[]): Promise<void> {
  const { logger } = deps;
  const customerId = rows[0]?.customer_id;
  const userId = customerId ? await findUser(deps, customerId) : undefined;
  if (!userId) {
    logger.info({ customerId, events: rows.map(({ id }) => id) }, 'events of a customer that is not ours');
    return;
  }
  const account = await findAccount(deps.db, userId);
  if (account && !isOpen(account)) {
    // Bought while its user was being deleted. The closer may still be at it; afterwards nobody else forgets the customer.
    if (customerId) await leaveStripe(deps.payments, customerId);
    if (customerId && account.closed_at) await unlinkCustomer(deps.db, userId, customerId);
    return;
  }
  const paid = rows.filter(({ type }) => type === 'invoice.paid').map(({ invoice_id: id }) => id);
  for (const invoiceId of new Set(paid.filter(isThere))) await notePayment(deps, userId, invoiceId);
  const refunded = rows.filter(({ type }) => type === 'charge.refunded').map(({ charge_id: id }) => id);
  for (const chargeId of new Set(refunded.filter(isThere))) await noteRefund(deps, userId, chargeId);
  await syncSubscription(deps, userId);
}

/** By what is written down, else by what the customer says at Stripe: a crash may have come between the two. */
async function findUser({ db, payments }: SyncDeps, customerId: string): Promise<string | undefined> {
  const known = await findAccountOfCustomer(db, customerId);
  if (known) return known.id;
  const userId = await payments.ownerOf(customerId);
  return userId !== undefined && (await linkCustomer(db, userId, customerId)) === customerId ? userId : undefined;
}

async function notePayment(deps: SyncDeps, userId: string, invoiceId: string): Promise<void> {
  const { db, payments, prices, clock } = deps;
  const invoice = await payments.getInvoice(invoiceId);
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account || !isOpen(account)) return;
    await recordPayment(trx, { userId, invoice, tier: tierOf(invoice, prices) }, clock.now());
  });
}

async function noteRefund(deps: SyncDeps, userId: string, chargeId: string): Promise<void> {
  const { db, payments, clock } = deps;
  const refund = await payments.findRefund(chargeId);
  if (!refund) return;
  // The news of the payment may still be on its way.
  await notePayment(deps, userId, refund.invoiceId);
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account || !isOpen(account)) return;
    await recordRefund(trx, { userId, paymentId: refund.invoiceId, refundedCents: refund.refundedCents }, clock.now());
  });
}
