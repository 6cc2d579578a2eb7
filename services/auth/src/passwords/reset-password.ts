import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import type { Kysely } from 'kysely';
import { deleteApiKeys } from '../api-keys/api-key.repository.ts';
import type { AuthDatabase } from '../database.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { findUser, lockUser, updateUser } from '../users/user.repository.ts';
import { limitPasswordWork } from './limit-password-work.ts';
import type { PasswordHasher } from './password.ts';
import { consumeResetToken, findResetUser } from './password-reset.repository.ts';
import { requireValidPassword } from './password-rule.ts';
import { eraseFailures } from './throttle.ts';

export interface ResetDeps {
  readonly db: Kysely<AuthDatabase>;
  readonly clock: Clock;
  readonly store: SessionStore;
  readonly hasher: PasswordHasher;
  readonly mailer: Mailer;
  /** Removes an API key from this process's cache at once. */
  readonly evictApiKey: (keyHash: string) => void;
}

/**
 * Sets a new password with the token of a mail, ends every session, marks the address as verified and mails the owner.
 * Also revokes an API key that was created before the address was verified.
 * @throws AppError RESET_LINK_INVALID, the errors of `requireValidPassword`
 */
export async function resetPassword(deps: ResetDeps, input: { token: string; password: string }): Promise<void> {
  const { db, clock, store, hasher, mailer, evictApiKey } = deps;
  const userId = await findResetUser(db, input.token);
  const user = userId === undefined ? undefined : await findUser(db, userId);
  if (!user) throw invalidLink();
  requireValidPassword(input.password, user.email);
  const passwordHash = await limitPasswordWork(() => hasher.hash(input.password));
  const revoked = await db.transaction().execute(async (trx) => {
    const before = await lockUser(trx, user.id);
    if (!before || !(await consumeResetToken(trx, user.id, input.token))) throw invalidLink();
    const keyHashes = before.emailVerified ? [] : await deleteApiKeys(trx, user.id);
    await updateUser(trx, user.id, { passwordHash, emailVerified: true }, clock.now());
    if (mailer.isOn) await mailer.enqueue(trx, { kind: 'password_changed', to: user.email, userId: user.id });
    return { keyHashes, sessions: await store.endAllOf(trx, user.id) };
  });
  store.evict(revoked.sessions);
  for (const keyHash of revoked.keyHashes) evictApiKey(keyHash);
  await eraseFailures(db, user);
  mailer.nudge();
}

function invalidLink(): AppError {
  return new AppError(
    'INVALID_ARGUMENT',
    'RESET_LINK_INVALID',
    'This link is used up or older than an hour. Please request a new one.',
  );
}
