import { isOwnedBy } from '../accounts/ownership.ts';
import type { PriceList } from '../plans/plan-catalogue.ts';
import type { Payments, RemoteSubscription } from '../stripe/payments.ts';
import { currentOf, surplusOf } from './subscription.ts';

/** A user's own subscriptions, as far as they have not ended and are not waiting for their first payment. */
export interface OwnSubscriptions {
  /** Newest first. */
  readonly all: readonly RemoteSubscription[];
  /** The one that counts. */
  readonly current: RemoteSubscription | undefined;
  /** Others beside it: the user would pay twice. */
  readonly surplus: readonly RemoteSubscription[];
  /** At a price that is not in the settings. They are left to an operator: nothing ends or refunds them. */
  readonly unknown: readonly RemoteSubscription[];
}

export function ownOf(remotes: readonly RemoteSubscription[], userId: string, prices: PriceList): OwnSubscriptions {
  const all = remotes.filter((remote) => remote.state !== 'incomplete' && isOwnedBy(remote, userId, prices));
  const known = all.filter(({ priceId }) => prices.choiceOf(priceId));
  const unknown = all.filter((remote) => !known.includes(remote));
  return { all, current: currentOf(known) ?? currentOf(unknown), surplus: surplusOf(known), unknown };
}

export async function readOwn(
  { payments, prices }: { readonly payments: Payments; readonly prices: PriceList },
  userId: string,
  customerId: string,
): Promise<OwnSubscriptions> {
  return ownOf(await payments.listSubscriptions(customerId), userId, prices);
}
