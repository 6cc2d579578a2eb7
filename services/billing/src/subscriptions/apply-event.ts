import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { BillingDatabase } from '../database.ts';
import { subscriptionChanged } from './subscription.events.ts';
import { getSubscription, saveSubscription } from './subscription.repository.ts';
import { type Subscription, type SubscriptionEvent, transition } from './subscription.ts';

/**
 * Applies an event to a user's subscription: saves a change and publishes SubscriptionChanged. Lock the account first.
 */
export async function applyEvent(
  trx: Transaction<BillingDatabase>,
  userId: string,
  event: SubscriptionEvent,
  now: Date,
): Promise<Subscription> {
  const { subscription, effects } = transition(await getSubscription(trx, userId), event, now);
  if (effects.save) await saveSubscription(trx, subscription, now);
  if (effects.publish) await enqueueEvent(trx, events.SubscriptionChanged, subscriptionChanged(subscription), now);
  return subscription;
}
