import type { SubscriptionChanged } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { lockAccount } from '../usage/account.repository.ts';
import { PLAN_NAMES, planAt, type Tier } from './plan-rules.ts';
import { settleEntries } from './settle-entries.ts';

type Subscription = Pick<
  SubscriptionChanged,
  'userId' | 'tier' | 'videosPerMonth' | 'status' | 'monthAnchor' | 'entitledUntil' | 'revision'
>;

/**
 * Takes billing's word on a plan and settles the entries by it. False: we knew as much already.
 * @throws AppError UNKNOWN_TIER, PLAN_WITHOUT_SIZE
 */
export async function takeEntitlement(
  trx: Transaction<SchedulingDatabase>,
  subscription: Subscription,
  now: Date,
): Promise<boolean> {
  const { userId, tier, videosPerMonth, status, revision } = subscription;
  if (!isTier(tier)) throw new AppError('INVALID_ARGUMENT', 'UNKNOWN_TIER', `There is no plan '${tier}'.`);
  if (videosPerMonth < 1) {
    throw new AppError('INVALID_ARGUMENT', 'PLAN_WITHOUT_SIZE', `How many videos a month has the plan '${tier}'?`);
  }
  const account = await lockAccount(trx, userId, now);
  if (account.deleted || revision <= account.revision) return false;
  const monthAnchor = tier === 'free' ? null : (subscription.monthAnchor ?? null);
  const entitledUntil = subscription.entitledUntil ?? null;
  await trx
    .updateTable('usage_accounts')
    .set({
      tier,
      videos_per_month: videosPerMonth,
      status,
      month_anchor: monthAnchor,
      entitled_until: entitledUntil,
      revision,
    })
    .where('user_id', '=', userId)
    .execute();
  const plan = planAt({ tier, videosPerMonth, monthAnchor, entitledUntil }, now);
  await settleEntries(trx, { userId, plan }, now);
  return true;
}

const isTier = (text: string): text is Tier => Object.hasOwn(PLAN_NAMES, text);
