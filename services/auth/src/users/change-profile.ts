import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { profileOf } from './user.events.ts';
import { lockUser, updateUser } from './user.repository.ts';

/** Changes the names and announces it; the same names again change nothing. */
export async function changeProfile(
  deps: { db: Kysely<AuthDatabase>; clock: Clock },
  userId: string,
  names: { firstName?: string; lastName?: string },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, Number(userId));
    if (!before) throw new AppError('UNAUTHENTICATED', 'SIGNED_OUT', 'Please sign in.');
    const firstName = names.firstName?.trim() ?? before.firstName;
    const lastName = names.lastName?.trim() ?? before.lastName;
    if (firstName === before.firstName && lastName === before.lastName) return;
    const after = await updateUser(trx, before.id, { firstName, lastName }, now);
    await enqueueEvent(trx, events.UserProfileChanged, profileOf(after), now);
  });
}
