import { CauseError } from '@reelwright/causes';
import type { Clock } from '@reelwright/clock';
import { type AnalyticsLevel, analyticsOf, hasEnded, isTier } from '@reelwright/product';
import type { Kysely } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';

/** What a user's plan shows now. A plan that has ended, or of which no event has come, shows what Free shows. */
export async function readLevel(db: Kysely<AnalyticsDatabase>, clock: Clock, userId: string): Promise<AnalyticsLevel> {
  const plan = await db
    .selectFrom('subscriptions')
    .select(['tier', 'entitled_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const isPaid = plan !== undefined && isTier(plan.tier) && !hasEnded(plan.entitled_until, clock.now());
  return analyticsOf[isPaid && isTier(plan.tier) ? plan.tier : 'free'];
}

/** @throws CauseError PLAN_FEATURE */
export function requireLevel(level: AnalyticsLevel, needed: Exclude<AnalyticsLevel, 'none'>): void {
  if (level === 'all' || level === needed) return;
  const feature = needed === 'views' ? 'views' : 'analytics';
  throw new CauseError('PERMISSION_DENIED', { code: 'PLAN_FEATURE', data: { feature } });
}
