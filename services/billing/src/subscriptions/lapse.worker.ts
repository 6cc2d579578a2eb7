import { AppError } from '@reelwright/errors';
import { createQueue, createWorker, requireLease, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import { lockAccount } from '../accounts/account.repository.ts';
import type { SubscriptionRow } from '../database.ts';
import { getSubscription } from './subscription.repository.ts';
import { effective } from './subscription.ts';
import { announce, type SyncDeps, syncSubscription } from './sync-subscription.ts';

const LEASE_MS = 60_000;

/**
 * Looks after plans whose time is up: Stripe is asked once more, for a renewal whose news was lost; what it does not
 * prolong becomes free, also when it can't be asked.
 */
export function createLapseWorker(deps: SyncDeps & { pollMs: number; watch: TableWatch }): Worker {
  const { db, clock, logger, watch } = deps;
  return createWorker({
    name: 'lapsed plans',
    logger,
    concurrency: 4,
    pollMs: deps.pollMs,
    watch,
    queue: createQueue<SubscriptionRow>({
      db,
      table: 'subscriptions',
      due: 'lapses_at',
      where: sql`lapses_at is not null`,
      now: clock.now,
      leaseMs: LEASE_MS,
    }),
    run: async ({ id, lease_token: token }) => {
      try {
        await syncSubscription(deps, id);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'PAYMENTS_UNAVAILABLE') throw error;
        logger.warn({ err: error, userId: id }, 'a plan lapses without a word from Stripe');
        await db.transaction().execute(async (trx) => {
          await lockAccount(trx, id);
          await requireLease(trx, 'subscriptions', { id, token });
          const before = await getSubscription(trx, id);
          const after = effective(before, clock.now());
          if (after !== before) await announce(trx, after, clock.now());
        });
      }
    },
  });
}
