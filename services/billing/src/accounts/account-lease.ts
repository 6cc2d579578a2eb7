import { setTimeout as pause } from 'node:timers/promises';
import type { AppError } from '@reelwright/errors';
import { holdLease } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { BillingDatabase } from '../database.ts';
import { subscriptionBusy } from '../stripe/subscription-busy.ts';
import { ensureAccount, releaseLease, renewLease, tryLease } from './account.repository.ts';

interface LeaseDeps {
  readonly db: Kysely<BillingDatabase>;
  readonly logger: Logger;
}

/** How long a lease lasts after its process died. */
const LEASE_MS = 6_000;
const RENEW_MS = 2_000;
const WAIT_MS = 2_000;
const POLL_MS = 40;

/**
 * Runs a change of a user's data at Stripe under the account's lease. Each change reads, acts and reads again, so two
 * at once would undo each other. The lease is in the account's row, holds no connection and expires.
 * @param busy creates the error when the lease is not free within two seconds; SUBSCRIPTION_BUSY (409) by default
 */
export async function withAccountLease<Result>(
  { db, logger }: LeaseDeps,
  userId: string,
  work: () => Promise<Result>,
  busy: () => AppError = subscriptionBusy,
): Promise<Result> {
  await ensureAccount(db, userId);
  const token = await acquireLease(db, userId);
  if (token === undefined) throw busy();
  const lease = holdLease({
    renew: () => renewLease(db, { userId, token }, LEASE_MS),
    everyMs: RENEW_MS,
    logger: logger.child({ userId }),
  });
  try {
    return await work();
  } finally {
    await lease.stop();
    // If this fails, the lease expires by itself.
    await releaseLease(db, { userId, token }).catch((err: unknown) =>
      logger.warn({ err, userId }, 'an account lease could not be released'),
    );
  }
}

/** @returns the lease's fencing token; undefined when it was not free within two seconds */
async function acquireLease(db: Kysely<BillingDatabase>, userId: string): Promise<number | undefined> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const token = await tryLease(db, userId, LEASE_MS);
    if (token !== undefined || performance.now() >= deadline) return token;
    await pause(POLL_MS);
  }
}
