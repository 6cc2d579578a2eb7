import { findAccount, findAccountOfCustomer, isOpen, linkCustomer } from '../accounts/account.repository.ts';
import { applyCorrections } from '../corrections/apply-corrections.ts';
import { closeCustomer, unlinkClosedCustomer } from '../corrections/close-customer.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { ownSubscriptionsOf } from '../subscriptions/own-subscriptions.ts';
import { findPayingUsers, getSubscription } from '../subscriptions/subscription.repository.ts';
import { type Subscription, sameEntitlement, transition } from '../subscriptions/subscription.ts';
import { syncSubscription } from '../subscriptions/sync-subscription.ts';
import type { ReconcileRun } from './reconcile.ts';

/** Links customers that were created for a user but never linked; closes those of deleted users. */
export async function linkCustomers({ deps, report, attempt }: ReconcileRun): Promise<void> {
  const { db, payments } = deps;
  for await (const { id: customerId, userId } of payments.eachCustomer()) {
    report.checked.customers++;
    if (userId === undefined) continue;
    const account = await findAccount(db, userId);
    if (account?.closed_at) {
      await attempt('', async () => {
        await closeCustomer(deps, customerId, account);
        await unlinkClosedCustomer(db, userId, customerId);
        return { userId: '', what: 'customer', did: 'erased' };
      });
      continue;
    }
    if (!account || !isOpen(account) || account.stripe_customer_id !== null) continue;
    if (await findAccountOfCustomer(db, customerId)) continue;
    await attempt(userId, async () => {
      await linkCustomer(db, userId, customerId);
      return { userId, what: 'customer', after: customerId, did: 'linked' };
    });
  }
}

/**
 * Compares every subscription at Stripe with its row, and every row with Stripe. @returns the ids of the subscriptions
 * at Stripe
 */
export async function reconcilePlans(run: ReconcileRun): Promise<ReadonlySet<string>> {
  const { deps, report, attempt } = run;
  const byCustomer = new Map<string, RemoteSubscription[]>();
  const liveIds = new Set<string>();
  for await (const subscription of deps.payments.eachSubscription()) {
    report.checked.subscriptions++;
    liveIds.add(subscription.id);
    byCustomer.set(subscription.customerId, [...(byCustomer.get(subscription.customerId) ?? []), subscription]);
  }
  const comparedUsers = new Set<string>();
  for (const [customerId, remotes] of byCustomer) {
    const account = await findAccountOfCustomer(deps.db, customerId);
    if (!account || !isOpen(account)) continue;
    comparedUsers.add(account.id);
    const userId = account.id;
    const { surplus, unknown } = ownSubscriptionsOf(remotes, userId, deps.prices);
    for (const { id: subscription, priceId: price } of unknown) {
      await attempt(userId, async () => ({
        userId,
        what: 'unknown_price',
        before: { subscription, price },
        did: 'nothing',
      }));
    }
    if (surplus.length > 0) {
      await attempt(userId, async () => {
        await applyCorrections(deps, userId);
        return { userId, what: 'second_subscription', before: surplus.map(({ id }) => id), did: 'ended and refunded' };
      });
    }
    await attempt(userId, () => compare(run, userId, remotes));
  }
  const payingUsers = await findPayingUsers(deps.db);
  report.checked.localPlans = payingUsers.length;
  for (const userId of payingUsers.filter((id) => !comparedUsers.has(id))) {
    await attempt(userId, () => compare(run, userId, []));
  }
  return liveIds;
}

async function compare({ deps }: ReconcileRun, userId: string, remotes: readonly RemoteSubscription[]) {
  const before = await getSubscription(deps.db, userId);
  const { prices } = deps;
  const { current: remote } = ownSubscriptionsOf(remotes, userId, prices);
  if (!transition(before, { type: 'read', remote, prices }, deps.clock.now()).effects.save) return undefined;
  // Read again, because it may have changed since the list was read.
  const after = await syncSubscription(deps, userId);
  if (sameEntitlement(before, after)) return undefined;
  return {
    userId,
    what: 'plan' as const,
    before: summaryOf(before),
    after: summaryOf(after),
    did: 'saved and published',
  };
}

const summaryOf = ({ tier, isAnnual, status, nextTier, currentPeriodEnd, stripeSubscriptionId }: Subscription) => ({
  tier,
  isAnnual,
  status,
  nextTier,
  currentPeriodEnd,
  stripeSubscriptionId,
});
