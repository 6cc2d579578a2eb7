import type { SubscriptionStatus, Tier } from '@reelwright/product';
import type { Kysely, Transaction } from 'kysely';
import type { BillingDatabase, SubscriptionRow } from '../database.ts';
import { freePlan, type Subscription } from './subscription.ts';

/** The free plan, revision 0, for a user who never had another. */
export async function getSubscription(
  db: Kysely<BillingDatabase> | Transaction<BillingDatabase>,
  userId: string,
): Promise<Subscription> {
  const row = await db.selectFrom('subscriptions').selectAll().where('id', '=', userId).executeTakeFirst();
  return row ? toSubscription(row) : freePlan(userId);
}

/** Lock the account first. */
export async function saveSubscription(
  trx: Transaction<BillingDatabase>,
  subscription: Subscription,
  now: Date,
): Promise<void> {
  const row = {
    tier: subscription.tier,
    is_annual: subscription.isAnnual,
    status: subscription.status,
    current_period_start: subscription.currentPeriodStart,
    current_period_end: subscription.currentPeriodEnd,
    month_anchor: subscription.monthAnchor,
    cancelled_at: subscription.cancelledAt,
    expires_at: subscription.expiresAt,
    next_tier: subscription.nextTier,
    next_is_annual: subscription.nextIsAnnual,
    overdue_cents: subscription.overdueCents,
    overdue_currency: subscription.overdueCurrency,
    stripe_subscription_id: subscription.stripeSubscriptionId,
    lapses_at: subscription.lapsesAt,
    revision: subscription.revision,
    updated_at: now,
  };
  await trx
    .insertInto('subscriptions')
    .values({ id: subscription.userId, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** @returns the number of deleted rows: 0 or 1 */
export async function deleteSubscription(trx: Transaction<BillingDatabase>, userId: string): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('subscriptions').where('id', '=', userId).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The users with a stored paid plan. */
export async function findPayingUsers(db: Kysely<BillingDatabase>): Promise<string[]> {
  const rows = await db.selectFrom('subscriptions').select('id').where('tier', '!=', 'free').execute();
  return rows.map(({ id }) => id);
}

function toSubscription(row: SubscriptionRow): Subscription {
  return {
    userId: row.id,
    tier: row.tier as Tier,
    isAnnual: row.is_annual,
    status: row.status as SubscriptionStatus,
    currentPeriodStart: row.current_period_start,
    currentPeriodEnd: row.current_period_end,
    monthAnchor: row.month_anchor,
    cancelledAt: row.cancelled_at,
    expiresAt: row.expires_at,
    nextTier: row.next_tier as Tier | null,
    nextIsAnnual: row.next_is_annual,
    overdueCents: row.overdue_cents,
    overdueCurrency: row.overdue_currency,
    stripeSubscriptionId: row.stripe_subscription_id,
    lapsesAt: row.lapses_at,
    revision: row.revision,
  };
}
