import type { Clock } from '@reelwright/clock';
import { claimDue, createWorker, requireLease, type Worker } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import { type Kysely, sql } from 'kysely';
import type { AccountRow, BillingDatabase } from '../database.ts';
import type { Payments } from '../stripe/payments.ts';

const LEASE_MS = 60_000;

/** Leaves a customer with nothing that could cost them anything. Every step may be repeated. */
export async function endEverything(payments: Payments, customerId: string): Promise<void> {
  await payments.expireOtherCheckouts(customerId, undefined);
  for (const { id } of await payments.listSubscriptions(customerId)) await payments.cancelNow(id);
}

/** Ends what a deleted user still has at Stripe, at once. */
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
      if (customerId) await endEverything(payments, customerId);
      await db.transaction().execute(async (trx) => {
        await requireLease(trx, 'accounts', { id, token });
        await trx.updateTable('accounts').set({ closed_at: clock.real() }).where('id', '=', id).execute();
      });
    },
  });
}
