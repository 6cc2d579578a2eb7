import { createQueue, createWorker, requireLease, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import type { AccountRow } from '../database.ts';
import type { SyncDeps } from '../subscriptions/sync-subscription.ts';
import { finishErasure } from './erase-account.ts';
import { leaveStripe } from './leave-stripe.ts';

const LEASE_MS = 60_000;

/** Ends what a deleted user still has at Stripe, at once, and says that nothing is left. */
export function createAccountCloser(deps: SyncDeps & { pollMs: number; watch: TableWatch }): Worker {
  const { db, clock, logger, watch } = deps;
  return createWorker({
    name: 'account closer',
    logger,
    concurrency: 2,
    pollMs: deps.pollMs,
    watch,
    queue: createQueue<AccountRow>({
      db,
      table: 'accounts',
      due: 'close_due_at',
      where: sql`closed_at is null`,
      now: clock.real,
      leaseMs: LEASE_MS,
    }),
    run: async (account) => {
      const { id, stripe_customer_id: customerId, lease_token: token } = account;
      if (customerId) await leaveStripe(deps, customerId, account);
      await db.transaction().execute(async (trx) => {
        await requireLease(trx, 'accounts', { id, token });
        await finishErasure(trx, account, { real: clock.real(), product: clock.now() });
      });
    },
  });
}
