import type { Clock } from '@reelwright/clock';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { lockUser, updateUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';
import { limitPasswordWork } from './limit-password-work.ts';
import type { PasswordHasher } from './password.ts';
import { expireResetTokens } from './password-reset.repository.ts';
import { requireValidPassword } from './password-rule.ts';
import { requireOwner, wrongPassword } from './require-owner.ts';

/**
 * Sets the account's password, or its first one. Ends every session of the user, including the caller's (start a new
 * one for it), and every link to reset the old password.
 * @throws AppError the errors of `requireValidPassword` and `requireOwner`
 */
export async function changePassword(
  deps: { db: Kysely<AuthDatabase>; clock: Clock; store: SessionStore; hasher: PasswordHasher },
  user: User,
  input: { currentPassword: string | undefined; newPassword: string; signedInAt: string },
): Promise<User> {
  requireValidPassword(input.newPassword, user.email);
  await requireOwner(deps, user, { ...input, password: input.currentPassword });
  const passwordHash = await limitPasswordWork(() => deps.hasher.hash(input.newPassword));
  const { changedUser, ended } = await deps.db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, user.id);
    // The checked password was changed meanwhile.
    if (before?.passwordHash !== user.passwordHash) throw wrongPassword();
    await expireResetTokens(trx, user.id);
    return {
      changedUser: await updateUser(trx, user.id, { passwordHash }, deps.clock.now()),
      ended: await deps.store.endAllOf(trx, user.id),
    };
  });
  deps.store.evict(ended);
  return changedUser;
}
