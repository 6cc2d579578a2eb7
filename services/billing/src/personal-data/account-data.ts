import type { Kysely } from 'kysely';
import type { BillingDatabase } from '../database.ts';

/**
 * `data` of GET /api/account-data/billing. Selects the user’s own rows only, and each column by name, so that no
 * internal column is exported.
 */
export async function readAccountData(db: Kysely<BillingDatabase>, userId: string) {
  const [account, subscription, payments, disputes, checkouts] = await Promise.all([
    db
      .selectFrom('accounts')
      .select(['email', 'first_name as firstName', 'last_name as lastName', 'stripe_customer_id as stripeCustomerId'])
      .where('id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('subscriptions')
      .select([
        'tier',
        'is_annual as isAnnual',
        'status',
        'current_period_start as currentPeriodStart',
        'current_period_end as currentPeriodEnd',
        'cancelled_at as cancelledAt',
        'expires_at as expiresAt',
        'next_tier as nextTier',
        'next_is_annual as nextIsAnnual',
        'overdue_cents as overdueCents',
        'overdue_currency as overdueCurrency',
        'stripe_subscription_id as stripeSubscriptionId',
        'updated_at as updatedAt',
      ])
      .where('id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('payments')
      .select([
        'id',
        'amount_cents as amountCents',
        'refunded_cents as refundedCents',
        'currency',
        'tier',
        'is_annual as isAnnual',
        'kind',
        'paid_at as paidAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('paid_at')
      .execute(),
    db
      .selectFrom('disputes')
      .innerJoin('payments', 'payments.id', 'disputes.payment_id')
      .select([
        'disputes.payment_id as paymentId',
        'disputes.amount_cents as amountCents',
        'disputes.reason',
        'disputes.status',
        'disputes.opened_at as openedAt',
      ])
      .where('payments.user_id', '=', userId)
      .orderBy('disputes.opened_at')
      .execute(),
    db
      .selectFrom('operations')
      .select(['kind', 'target', 'opened_at as openedAt', 'closed_at as closedAt'])
      .where('user_id', '=', userId)
      .orderBy('opened_at')
      .execute(),
  ]);
  return { account: account ?? null, subscription: subscription ?? null, payments, disputes, checkouts };
}
