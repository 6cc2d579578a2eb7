import { AppError } from '@reelwright/errors';
import { type Kysely, sql } from 'kysely';
import { findAccount } from '../accounts/account.repository.ts';
import type { BillingDatabase } from '../database.ts';
import type { BillingDeps } from '../deps.ts';

const MAX_PAYMENTS = 100;

export interface ListedPayment {
  readonly id: string;
  readonly amountCents: number;
  /** The amount returned by refunds and lost disputes. */
  readonly refundedCents: number;
  /** A dispute is open or was lost. */
  readonly disputed: boolean;
  readonly currency: string;
  readonly tier: string;
  /** Null when it is not known. */
  readonly isAnnual: boolean | null;
  /** The reason: purchase, renewal, upgrade or switch. Null when it is not known. */
  readonly kind: string | null;
  readonly paidAt: Date;
  /** Null when Stripe does not respond. */
  readonly receiptUrl: string | null;
}

/** A user's own payments, newest first, at most 100. */
export async function listPayments(deps: BillingDeps, userId: string): Promise<ListedPayment[]> {
  const [rows, receipts] = await Promise.all([readPayments(deps.db, userId), findReceipts(deps, userId)]);
  return rows.map((row) => ({
    id: row.id,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    disputed: row.disputed,
    currency: row.currency,
    tier: row.tier,
    isAnnual: row.is_annual,
    kind: row.kind,
    paidAt: row.paid_at,
    receiptUrl: receipts.get(row.id) ?? null,
  }));
}

function readPayments(db: Kysely<BillingDatabase>, userId: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'amount_cents', 'refunded_cents', 'currency', 'tier', 'is_annual', 'kind', 'paid_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('disputes')
            .select(sql`1`.as('one'))
            .whereRef('disputes.payment_id', '=', 'payments.id')
            .where('disputes.status', 'not in', ['won', 'warning_closed', 'prevented']),
        )
        .as('disputed'),
    )
    .where('user_id', '=', userId)
    .orderBy('paid_at', 'desc')
    .orderBy('id')
    .limit(MAX_PAYMENTS)
    .$narrowType<{ disputed: boolean }>()
    .execute();
}

async function findReceipts(
  { db, payments, logger }: BillingDeps,
  userId: string,
): Promise<ReadonlyMap<string, string>> {
  const customerId = (await findAccount(db, userId))?.stripe_customer_id;
  if (!customerId) return new Map();
  try {
    return await payments.receiptUrls(customerId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.warn({ err: error, userId }, 'payments are shown without their receipts');
    return new Map();
  }
}
