import { CauseError } from '@reelwright/causes';
import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import { type AnalyticsLevel, analyticsOf, hasEnded, isTier } from '@reelwright/product';
import type { Kysely } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';

/** A plan without an end is valid until billing publishes another. */
interface Plan {
  readonly tier: string;
  readonly entitledUntil: Date | null | undefined;
}

export interface LevelDeps {
  readonly db: Kysely<AnalyticsDatabase>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Calls billing. @throws AppError if it does not answer in time */
  readonly askTier: (userId: string) => Promise<Plan>;
}

/**
 * What a user's plan shows now. Billing is called when the stored plan does not show everything, because the event of a
 * better one may still be on its way; its answer then decides. Without an answer the stored plan decides.
 */
export async function readLevel(deps: LevelDeps, userId: string): Promise<AnalyticsLevel> {
  const now = deps.clock.now();
  const stored = levelOf(await readPlan(deps.db, userId), now);
  if (stored === 'all') return stored;
  try {
    return levelOf(await deps.askTier(userId), now);
  } catch (error) {
    deps.logger.warn({ err: error, userId }, 'billing gave no answer about a plan');
    return stored;
  }
}

const readPlan = (db: Kysely<AnalyticsDatabase>, userId: string): Promise<Plan | undefined> =>
  db
    .selectFrom('subscriptions')
    .select(['tier', 'entitled_until as entitledUntil'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** A plan that has ended, or of which nothing is known, shows what Free shows. */
function levelOf(plan: Plan | undefined, now: Date): AnalyticsLevel {
  if (plan === undefined || !isTier(plan.tier) || hasEnded(plan.entitledUntil, now)) return analyticsOf.free;
  return analyticsOf[plan.tier];
}

/** @throws CauseError PLAN_FEATURE */
export function requireLevel(level: AnalyticsLevel, needed: Exclude<AnalyticsLevel, 'none'>): void {
  if (level === 'all' || level === needed) return;
  const feature = needed === 'views' ? 'views' : 'analytics';
  throw new CauseError('PERMISSION_DENIED', { code: 'PLAN_FEATURE', data: { feature } });
}
