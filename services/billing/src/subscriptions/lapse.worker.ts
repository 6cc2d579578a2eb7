import { AppError } from '@reelwright/errors';
import { createQueue, createWorker, requireLease, type Worker } from '@reelwright/leases';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import { lockAccount } from '../accounts/account.repository.ts';
import type { SubscriptionRow } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import { applyEvent } from './apply-event.ts';
import { syncSubscription } from './sync-subscription.ts';

const LEASE_MS = 60_000;

/**
 * Reads lapsed plans from Stripe again, in case the webhook of a renewal was lost. A plan that was not renewed becomes
 * free, also when Stripe does not respond.
 */
export function createLapseWorker(deps: BillingDeps & { pollMs: number; watch: TableWatch }): Worker {
  const { db, clock, logger, watch } = deps;
  return createWorker({
    name: 'lapsed plans',
    logger,
    concurrency: 4,
    pollMs: deps.pollMs,
    clock,
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
        logger.warn({ err: error, userId: id }, 'a plan lapses while Stripe does not respond');
        await db.transaction().execute(async (trx) => {
          await lockAccount(trx, id);
          await requireLease(trx, 'subscriptions', { id, token });
          await applyEvent(trx, id, { type: 'stripe_unavailable' }, clock.now());
        });
      }
    },
  });
}
