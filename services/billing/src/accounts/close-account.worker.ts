import type { Clock } from '@reelwright/clock';
import { claimDue, createWorker, requireLease, type Worker } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import { type Kysely, sql } from 'kysely';
import type { AccountRow, BillingDatabase } from '../database.ts';
import type { Payments } from '../stripe/payments.ts';
import { finishErasure } from './erase-account.ts';
import { leaveStripe } from './leave-stripe.ts';

const LEASE_MS = 60_000;

/** Ends what a deleted user still has at Stripe, at once, and says that nothing is left. */
export function createAccountCloser(deps: {
  db: Kysely<BillingDatabase>;
  payments: Payments;
  clock: Clock;
  logger: Logger;
  pollMs: number;
}): Worker {
  const { db, payments, clock, logger } = deps;
  return createWorker<AccountRow>({
    name: 'account closer',
    logger,
    concurrency: 2,
    pollMs: deps.pollMs,
    claim: (limit) =>
      claimDue<AccountRow>(db, {
        table: 'accounts',
        due: 'close_due_at',
        now: clock.real(),
        where: sql`closed_at is null`,
        limit,
        leaseMs: LEASE_MS,
      }),
    run: async (account) => {
      const { id, stripe_customer_id: customerId, lease_token: token } = account;
      if (customerId) await leaveStripe(payments, customerId);
      await db.transaction().execute(async (trx) => {
        await requireLease(trx, 'accounts', { id, token });
        await finishErasure(trx, account, { real: clock.real(), product: clock.now() });
      });
    },
  });
}
