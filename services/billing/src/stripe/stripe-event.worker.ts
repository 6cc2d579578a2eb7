import { createWorker, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import {
  findAccount,
  findAccountOfCustomer,
  isOpen,
  linkCustomer,
  unlinkCustomer,
} from '../accounts/account.repository.ts';
import { leaveStripe } from '../accounts/leave-stripe.ts';
import { inTurn } from '../accounts/turn.ts';
import { finishEnding } from '../corrections/end-unpaid.ts';
import { putRight } from '../corrections/put-right.ts';
import type { StripeEventRow } from '../database.ts';
import { noteCharge, notePayment } from '../payments/note-charge.ts';
import { collectFromNewCard } from '../subscriptions/collect-from-new-card.ts';
import { type SyncDeps, syncSubscription } from '../subscriptions/sync-subscription.ts';
import { finishWaitingChange } from '../subscriptions/waiting-change.ts';
import type { RemoteCharge, RemoteInvoice } from './payments.ts';
import { eventQueue, markDone, postpone } from './stripe-event.repository.ts';

const BATCH = 50;
const isThere = <Value>(value: Value | null): value is Value => value !== null;

/**
 * Acts on Stripe's events, a customer's together: one purchase sends ten of them within a second. An event only says where
 * to look; what is written down is what Stripe answers now. Every step may be repeated.
 */
export function createStripeEventWorker(deps: SyncDeps & { pollMs: number; watch: TableWatch }): Worker {
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
    // Bought while its user was being deleted. The closer may still be at it; afterwards nobody else forgets the customer.
    await leaveStripe(deps, customerId, account);
    if (account.closed_at) await unlinkCustomer(db, userId, customerId);
    return;
  }
  const paid: RemoteInvoice[] = [];
  for (const invoiceId of idsOf(rows, 'invoice.paid', 'invoice_id')) paid.push(await payments.getInvoice(invoiceId));
  for (const invoice of paid) await notePayment(deps, userId, invoice);
  for (const charge of charges) await noteCharge(deps, userId, charge);
  const newCard = rows.find(({ card_changed: changed }) => changed);
  const isBought = rows.some(({ type }) => type === 'checkout.session.completed');
  if (newCard || isBought) {
    await inTurn(deps, userId, async () => {
      // What was open beside a checkout that is paid can't be paid any more.
      if (isBought) await payments.expireOtherCheckouts(customerId, undefined);
      if (newCard) await collectFromNewCard(deps, userId, newCard.id);
    });
  }
  await finishEnding(deps, userId);
  await finishWaitingChange(deps, userId);
  await syncSubscription(deps, userId);
  // Last: money that Stripe does not give back keeps no news of its owner waiting.
  if (rows.some(({ type }) => CHANGES_SUBSCRIPTIONS.test(type))) await putRight(deps, userId, paid);
}

const CHANGES_SUBSCRIPTIONS =
  /^(customer\.subscription\.(created|deleted)|checkout\.session\.completed|invoice\.paid)$/;

function idsOf(rows: readonly StripeEventRow[], type: string, column: 'invoice_id' | 'charge_id'): Set<string> {
  return new Set(
    rows
      .filter((row) => row.type === type)
      .map((row) => row[column])
      .filter(isThere),
  );
}

async function findCharges({ payments }: SyncDeps, rows: readonly StripeEventRow[]): Promise<RemoteCharge[]> {
  const about = rows.filter(({ type }) => type === 'charge.refunded' || type.startsWith('charge.dispute.'));
  const ids = new Set(about.map(({ charge_id: id }) => id).filter(isThere));
  return (await Promise.all([...ids].map((id) => payments.findCharge(id)))).filter((charge) => charge !== undefined);
}

/** By what is written down, else by what the customer says at Stripe: a crash may have come between the two. */
async function findUser({ db, payments }: SyncDeps, customerId: string): Promise<string | undefined> {
  const known = await findAccountOfCustomer(db, customerId);
  if (known) return known.id;
  const userId = await payments.ownerOf(customerId);
  return userId !== undefined && (await linkCustomer(db, userId, customerId)) === customerId ? userId : undefined;
}
