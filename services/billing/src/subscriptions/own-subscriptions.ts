import { isOwnedBy } from '../accounts/ownership.ts';
import type { PriceList } from '../plans/plan-catalogue.ts';
import type { Payments, RemoteSubscription } from '../stripe/payments.ts';
import { currentOf, surplusOf } from './subscription.ts';

/** A user's subscriptions that have not ended and do not wait for their first payment. */
export interface OwnSubscriptions {
  /** Newest first. */
  readonly all: readonly RemoteSubscription[];
  /** The one that gives the entitlement. */
  readonly current: RemoteSubscription | undefined;
  /** Additional ones, for which the user would pay twice. */
  readonly surplus: readonly RemoteSubscription[];
  /** Those with a price that is not in the settings. They are left to an operator and never ended or refunded. */
  readonly unknown: readonly RemoteSubscription[];
}

export function ownSubscriptionsOf(
  remotes: readonly RemoteSubscription[],
  userId: string,
  prices: PriceList,
): OwnSubscriptions {
  const all = remotes.filter((remote) => remote.state !== 'incomplete' && isOwnedBy(remote, userId, prices));
  const withKnownPrice = all.filter(({ priceId }) => prices.choiceOf(priceId));
  const unknown = all.filter((remote) => !withKnownPrice.includes(remote));
  return { all, current: currentOf(withKnownPrice) ?? currentOf(unknown), surplus: surplusOf(withKnownPrice), unknown };
}

export async function readOwnSubscriptions(
  { payments, prices }: { readonly payments: Payments; readonly prices: PriceList },
  userId: string,
  customerId: string,
): Promise<OwnSubscriptions> {
  return ownSubscriptionsOf(await payments.listSubscriptions(customerId), userId, prices);
}
