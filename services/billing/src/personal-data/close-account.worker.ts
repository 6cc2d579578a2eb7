import { claimDue, createWorker, dueIn, requireLease, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import { closeCustomer } from '../corrections/close-customer.ts';
import type { AccountRow } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import { finishErasure } from './erase-account.ts';

const LEASE_MS = 60_000;
const DUE = { table: 'accounts', due: 'close_due_at', where: sql`closed_at is null` };

/** Closes a deleted user's customer at Stripe, then publishes AccountErased. */
export function createAccountCloser(deps: BillingDeps & { pollMs: number; watch: TableWatch }): Worker {
  const { db, clock, logger, watch } = deps;
  return createWorker<AccountRow>({
    name: 'account closer',
    logger,
    concurrency: 2,
    pollMs: deps.pollMs,
    sleep: { watch, table: DUE.table, dueIn: () => dueIn(db, { ...DUE, now: clock.real() }) },
    claim: (limit) =>
      claimDue<AccountRow>(db, {
        ...DUE,
        now: clock.real(),
        limit,
        leaseMs: LEASE_MS,
      }),
    run: async (account) => {
      const { id, stripe_customer_id: customerId, lease_token: token } = account;
      if (customerId) await closeCustomer(deps, customerId, account);
      await db.transaction().execute(async (trx) => {
        await requireLease(trx, 'accounts', { id, token });
        await finishErasure(trx, account, { real: clock.real(), product: clock.now() });
      });
    },
  });
}
