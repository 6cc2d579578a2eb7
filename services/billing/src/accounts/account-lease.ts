import { setTimeout as pause } from 'node:timers/promises';
import type { AppError } from '@reelwright/errors';
import type { Logger } from '@reelwright/logger';
import { type Kysely, sql } from 'kysely';
import type { BillingDatabase } from '../database.ts';
import { subscriptionBusy } from '../stripe/subscription-busy.ts';
import { ensureAccount } from './account.repository.ts';

interface LeaseDeps {
  readonly db: Kysely<BillingDatabase>;
  readonly logger: Logger;
}

/** How long a lease outlives the process that held it. */
const LEASE_MS = 6_000;
const RENEW_MS = 2_000;
const WAIT_MS = 2_000;
const POLL_MS = 40;

/**
 * Runs a change of a user's data at Stripe while no replica runs another: each reads, acts and reads again, and two at once
 * would undo each other. The lease is in the row of the account; it holds no connection and ends by itself.
 * @param busy what to throw when the lease is not free within two seconds; SUBSCRIPTION_BUSY (409) by default
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
  const renewing = setInterval(() => {
    renewLease(db, userId, token).catch((err: unknown) =>
      logger.warn({ err, userId }, 'an account lease could not be renewed'),
    );
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    // When this fails, it expires.
    await releaseLease(db, userId, token).catch((err: unknown) =>
      logger.warn({ err, userId }, 'an account lease could not be released'),
    );
  }
}

async function acquireLease(db: Kysely<BillingDatabase>, userId: string): Promise<number | undefined> {
  const giveUpAt = performance.now() + WAIT_MS;
  for (;;) {
    const acquired = await db
      .updateTable('accounts')
      .set((eb) => ({ turn: eb('turn', '+', 1), turn_until: inMs(LEASE_MS) }))
      .where('id', '=', userId)
      .where((eb) => eb.or([eb('turn_until', 'is', null), eb('turn_until', '<', sql<Date>`clock_timestamp()`)]))
      .returning('turn')
      .executeTakeFirst();
    if (acquired) return acquired.turn;
    if (performance.now() >= giveUpAt) return undefined;
    await pause(POLL_MS);
  }
}

async function renewLease(db: Kysely<BillingDatabase>, userId: string, token: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ turn_until: inMs(LEASE_MS) })
    .where('id', '=', userId)
    .where('turn', '=', token)
    .where('turn_until', 'is not', null)
    .execute();
}

async function releaseLease(db: Kysely<BillingDatabase>, userId: string, token: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ turn_until: null })
    .where('id', '=', userId)
    .where('turn', '=', token)
    .execute();
}

const inMs = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;
