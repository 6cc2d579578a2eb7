import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import { countStripeRead, findAccount, isOpen, lockAccount } from '../accounts/account.repository.ts';
import type { BillingDatabase } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import { recordPayment } from '../payments/payment.repository.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { subscriptionBusy } from '../stripe/subscription-busy.ts';
import { readOwn } from './own-subscriptions.ts';
import { subscriptionChanged } from './subscription.events.ts';
import { getSubscription, saveSubscription } from './subscription.repository.ts';
import { type Subscription, sameEntitlement, subscriptionFrom } from './subscription.ts';

const MAX_READS = 8;

/**
 * Reads a user's subscription from Stripe, saves it and publishes it when it changed. Every change comes through here, so
 * webhooks may arrive in any order, twice or not at all.
 */
export async function syncSubscription(deps: BillingDeps, userId: string): Promise<Subscription> {
  const { db, clock, logger } = deps;
  for (let reading = 0; reading < MAX_READS; reading++) {
    const account = await findAccount(db, userId);
    const customerId = account?.stripe_customer_id;
    if (!account || !customerId || !isOpen(account)) return getSubscription(db, userId);
    // Read outside the transaction: no lock is held while Stripe answers.
    const { current, unknown } = await readOwn(deps, userId, customerId);
    for (const { id: subscriptionId, priceId } of unknown) {
      logger.error({ userId, subscriptionId, priceId }, 'a subscription has a price that is none of the settings');
    }
    const written = await db.transaction().execute(async (trx) => {
      const locked = await lockAccount(trx, userId);
      // Another reading was saved since this one began; it may be newer.
      if (!locked || !isOpen(locked) || locked.stripe_reads !== account.stripe_reads) return undefined;
      await countStripeRead(trx, userId);
      return saveReading(deps, trx, userId, current, clock.now());
    });
    if (written) return written;
  }
  throw subscriptionBusy();
}

/**
 * Reads a change that Stripe has just accepted. When reading fails, the change is made all the same and its webhook will
 * bring it, so the caller is asked not to repeat it.
 * @throws AppError CHANGE_SHOWN_LATER (503)
 */
export async function syncAcceptedChange(deps: BillingDeps, userId: string): Promise<Subscription> {
  try {
    return await syncSubscription(deps, userId);
  } catch (cause) {
    throw new AppError(
      'UNAVAILABLE',
      'CHANGE_SHOWN_LATER',
      'Your plan was changed. It shows here within a few minutes; there is nothing to repeat.',
      { cause },
    );
  }
}

async function saveReading(
  { prices }: Pick<BillingDeps, 'prices'>,
  trx: Transaction<BillingDatabase>,
  userId: string,
  remote: RemoteSubscription | undefined,
  now: Date,
): Promise<Subscription> {
  const before = await getSubscription(trx, userId);
  const after = subscriptionFrom(before, remote, prices, now);
  const invoice = remote?.latestInvoice;
  if (invoice) await recordPayment(trx, { userId, invoice, prices }, now);
  return sameEntitlement(before, after) ? before : saveAndPublish(trx, after, now);
}

/** Saves a state as the next revision and publishes SubscriptionChanged. Lock the account first. */
export async function saveAndPublish(
  trx: Transaction<BillingDatabase>,
  subscription: Subscription,
  now: Date,
): Promise<Subscription> {
  const next = { ...subscription, revision: subscription.revision + 1 };
  await saveSubscription(trx, next, now);
  await enqueueEvent(trx, events.SubscriptionChanged, subscriptionChanged(next), now);
  return next;
}
