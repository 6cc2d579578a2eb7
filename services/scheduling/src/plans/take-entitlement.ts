import type { SubscriptionChanged } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { lockAccount } from '../usage/account.repository.ts';
import { entitledUntil, planAt, type Tier, VIDEOS_PER_MONTH } from './plan-rules.ts';
import { settleEntries } from './settle-entries.ts';

type Subscription = Pick<
  SubscriptionChanged,
  'userId' | 'tier' | 'status' | 'monthAnchor' | 'currentPeriodEnd' | 'expiresAt' | 'revision'
>;

/**
 * Takes billing's word on a plan and settles the entries by it. False: we knew as much already.
 * @throws AppError UNKNOWN_TIER
 */
export async function takeEntitlement(
  trx: Transaction<SchedulingDatabase>,
  subscription: Subscription,
  now: Date,
): Promise<boolean> {
  const { userId, tier, status, revision } = subscription;
  if (!isTier(tier)) throw new AppError('INVALID_ARGUMENT', 'UNKNOWN_TIER', `There is no plan '${tier}'.`);
  const account = await lockAccount(trx, userId, now);
  if (account.deleted || revision <= account.revision) return false;
  const monthAnchor = tier === 'free' ? null : (subscription.monthAnchor ?? null);
  const until = tier === 'free' ? null : entitledUntil(pickEnds(subscription));
  await trx
    .updateTable('usage_accounts')
    .set({ tier, status, month_anchor: monthAnchor, entitled_until: until, revision })
    .where('user_id', '=', userId)
    .execute();
  await settleEntries(trx, { userId, plan: planAt({ tier, monthAnchor, entitledUntil: until }, now) }, now);
  return true;
}

const isTier = (text: string): text is Tier => Object.hasOwn(VIDEOS_PER_MONTH, text);

const pickEnds = ({ currentPeriodEnd, expiresAt }: Subscription) => ({ currentPeriodEnd, expiresAt });
