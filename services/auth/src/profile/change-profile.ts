import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { signedOut } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { changedSettings, isPublished, type ProfileSettings, settingsSent } from '../users/profile-settings.ts';
import { profileOf } from '../users/user.events.ts';
import { lockUser, updateUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';

/**
 * Changes the settings of the profile. Only a change of those that other services need is published; repeating a change
 * does nothing.
 * @throws AppError INVALID_FIRST_NAME, INVALID_LAST_NAME
 */
export async function changeProfile(
  deps: { db: Kysely<AuthDatabase>; clock: Clock },
  userId: string,
  change: Partial<ProfileSettings>,
): Promise<User> {
  const now = deps.clock.now();
  const sent = settingsSent(change);
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, Number(userId));
    if (!before) throw signedOut();
    const changed = changedSettings(sent, before);
    if (changed.length === 0) return before;
    const after = await updateUser(trx, before.id, sent, now);
    if (changed.some(isPublished)) await enqueueEvent(trx, events.UserProfileChanged, profileOf(after), now);
    return after;
  });
}
