import { AppError } from '@reelwright/errors';
import type { Subscription } from '@reelwright/kafka';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import { isDeleted } from './deleted-users.ts';

type Trx = Transaction<PublishingDatabase>;

/**
 * Serializes inserts of a user's rows with the user's erasure. Lock it before any row. Events of different topics
 * have no order, so a request may arrive after the deletion. @returns false if the account was deleted
 */
export async function lockUser(trx: Trx, userId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx);
  return !(await isDeleted(trx, userId));
}

/** @throws AppError NOT_FOUND ACCOUNT_DELETED */
export async function requireUserLock(trx: Trx, userId: string): Promise<void> {
  if (!(await lockUser(trx, userId))) throw deleted();
}

/** For a read that found nothing. @throws AppError NOT_FOUND ACCOUNT_DELETED */
export async function requireAccount(db: Kysely<PublishingDatabase>, userId: string): Promise<void> {
  if (await isDeleted(db, userId)) throw deleted();
}

const deleted = () => new AppError('NOT_FOUND', 'ACCOUNT_DELETED', 'This account was deleted.');

/** The subscription, without events of deleted users. Every event names its user. */
export function unlessDeleted(subscription: Subscription<PublishingDatabase>): Subscription<PublishingDatabase> {
  const handle = subscription.handle as (trx: Trx, event: { payload: { userId: string } }) => Promise<void>;
  return {
    event: subscription.event,
    handle: async (trx: Trx, event: { payload: { userId: string } }) => {
      if (await lockUser(trx, event.payload.userId)) await handle(trx, event);
    },
  } as unknown as Subscription<PublishingDatabase>;
}
