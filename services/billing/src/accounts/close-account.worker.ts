import type { Clock } from '@reelwright/clock';
import { claimDue, createWorker, requireLease, type Worker } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import { type Kysely, sql } from 'kysely';
import type { AccountRow, BillingDatabase } from '../database.ts';
import type { Payments } from '../stripe/payments.ts';

const LEASE_MS = 60_000;

/** Ends what a deleted user still has at Stripe, at once. Every step may be repeated. */
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
      if (customerId) {
        await payments.expireOtherCheckouts(customerId, undefined);
        for (const subscription of await payments.listSubscriptions(customerId)) {
          await payments.cancelNow(subscription.id);
        }
      }
      await db.transaction().execute(async (trx) => {
        await requireLease(trx, 'accounts', { id, token });
        await trx.updateTable('accounts').set({ closed_at: clock.real() }).where('id', '=', id).execute();
      });
    },
  });
}
