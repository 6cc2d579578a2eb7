import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { requireName } from '../users/name.ts';
import { profileOf } from '../users/user.events.ts';
import { lockUser, updateUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';

/**
 * Changes the names and whether notices are mailed. Only a change of names is published; repeating a change does
 * nothing.
 * @throws AppError INVALID_FIRST_NAME, INVALID_LAST_NAME
 */
export async function changeProfile(
  deps: { db: Kysely<AuthDatabase>; clock: Clock },
  userId: string,
  change: { firstName?: string; lastName?: string; mailNotices?: boolean },
): Promise<User> {
  const now = deps.clock.now();
  const names = {
    firstName: change.firstName === undefined ? undefined : requireName(change.firstName, 'first'),
    lastName: change.lastName === undefined ? undefined : requireName(change.lastName, 'last'),
  };
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, Number(userId));
    if (!before) throw new AppError('UNAUTHENTICATED', 'SIGNED_OUT', 'Please sign in.');
    const firstName = names.firstName ?? before.firstName;
    const lastName = names.lastName ?? before.lastName;
    const mailNotices = change.mailNotices ?? before.mailNotices;
    const isRenamed = firstName !== before.firstName || lastName !== before.lastName;
    if (!isRenamed && mailNotices === before.mailNotices) return before;
    const after = await updateUser(trx, before.id, { firstName, lastName, mailNotices }, now);
    if (isRenamed) await enqueueEvent(trx, events.UserProfileChanged, profileOf(after), now);
    return after;
  });
}
