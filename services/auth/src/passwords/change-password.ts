import type { Clock } from '@reelwright/clock';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { lockUser, updateUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';
import { limitPasswordWork } from './limit-password-work.ts';
import { hashPassword } from './password.ts';
import { expireResetTokens } from './password-reset.repository.ts';
import { requireGoodPassword } from './password-rule.ts';
import { requireOwner, wrongPassword } from './require-owner.ts';

/**
 * Gives the account a new password, or its first. Every session of the user ends with it, the caller's own too: begin
 * another one for it. Links to reset the old password end as well.
 * @throws AppError those of the rule for passwords and of `requireOwner`
 */
export async function changePassword(
  deps: { db: Kysely<AuthDatabase>; clock: Clock; store: SessionStore },
  user: User,
  given: { currentPassword: string | undefined; newPassword: string; signedInAt: string },
): Promise<User> {
  requireGoodPassword(given.newPassword, user.email);
  await requireOwner(deps.db, user, { ...given, password: given.currentPassword });
  const passwordHash = await limitPasswordWork(() => hashPassword(given.newPassword));
  const { changed, ended } = await deps.db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, user.id);
    // The password that was checked has been changed since.
    if (before?.passwordHash !== user.passwordHash) throw wrongPassword();
    await expireResetTokens(trx, user.id);
    return {
      changed: await updateUser(trx, user.id, { passwordHash }, deps.clock.now()),
      ended: await deps.store.endAllOf(trx, user.id),
    };
  });
  deps.store.evict(ended);
  return changed;
}
