import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@reelwright/errors';
import { holdLease } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import { type Kysely, sql } from 'kysely';
import type { BillingDatabase } from '../database.ts';
import { ensureAccount } from './account.repository.ts';

interface TurnDeps {
  readonly db: Kysely<BillingDatabase>;
  readonly logger: Logger;
}

/** How long a turn outlives the process that had it. */
const TURN_MS = 6_000;
const RENEW_MS = 2_000;
const WAIT_MS = 2_000;
const LOOK_MS = 40;

export const subscriptionBusy = (cause?: unknown): AppError =>
  new AppError('ABORTED', 'SUBSCRIPTION_BUSY', 'Your subscription is changing right now. Please try again.', { cause });

/**
 * Runs what changes something of a user's at Stripe while nothing else does, on no replica: it reads, acts, and reads
 * again, and two of these in between each other undo one another. A turn is a row that is held, and no connection.
 * @param busy what to throw when others have had it for two seconds; SUBSCRIPTION_BUSY (409) when left out
 */
export async function inTurn<Result>(
  { db, logger }: TurnDeps,
  userId: string,
  work: () => Promise<Result>,
  busy: () => AppError = subscriptionBusy,
): Promise<Result> {
  await ensureAccount(db, userId);
  const turn = await takeTurn(db, userId);
  if (turn === undefined) throw busy();
  const held = holdLease({
    renew: () => extendTurn(db, userId, turn),
    everyMs: RENEW_MS,
    logger: logger.child({ userId }),
  });
  try {
    return await work();
  } finally {
    await held.stop();
    // It ends by itself as well.
    await endTurn(db, userId, turn).catch((err: unknown) => logger.warn({ err, userId }, 'a turn was not given back'));
  }
}

async function takeTurn(db: Kysely<BillingDatabase>, userId: string): Promise<number | undefined> {
  const giveUpAt = performance.now() + WAIT_MS;
  for (;;) {
    const taken = await db
      .updateTable('accounts')
      .set((eb) => ({ turn: eb('turn', '+', 1), turn_until: inMs(TURN_MS) }))
      .where('id', '=', userId)
      .where((eb) => eb.or([eb('turn_until', 'is', null), eb('turn_until', '<', sql<Date>`clock_timestamp()`)]))
      .returning('turn')
      .executeTakeFirst();
    if (taken) return taken.turn;
    if (performance.now() >= giveUpAt) return undefined;
    await pause(LOOK_MS);
  }
}

async function extendTurn(db: Kysely<BillingDatabase>, userId: string, turn: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ turn_until: inMs(TURN_MS) })
    .where('id', '=', userId)
    .where('turn', '=', turn)
    .where('turn_until', 'is not', null)
    .execute();
}

async function endTurn(db: Kysely<BillingDatabase>, userId: string, turn: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ turn_until: null })
    .where('id', '=', userId)
    .where('turn', '=', turn)
    .execute();
}

const inMs = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;
