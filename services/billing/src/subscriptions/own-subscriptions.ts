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
  /** What is beside it: somebody would pay twice. */
  readonly surplus: readonly RemoteSubscription[];
  /** At a price that the settings no longer name. An operator is to see to it, so nothing ends these or gives them back. */
  readonly unknown: readonly RemoteSubscription[];
}

export function ownOf(remotes: readonly RemoteSubscription[], userId: string, prices: PriceList): OwnSubscriptions {
  const all = remotes.filter((remote) => remote.state !== 'starting' && isOwnedBy(remote, userId, prices));
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
