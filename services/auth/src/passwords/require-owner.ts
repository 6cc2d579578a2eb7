import { AppError } from '@reelwright/errors';
import type { User } from '../users/user.ts';
import { type CheckPasswordDeps, checkPassword } from './check-password.ts';
import { limitPasswordWork } from './limit-password-work.ts';
import { ownerLimits } from './throttle.ts';

/** A sign-in this recent proves the owner of an account without a password. Real time. */
const RECENT_MS = 10 * 60_000;

/**
 * Requires proof that the caller is the owner and not somebody at an open browser: the password, or for an account
 * without one a sign-in (`signedInAt`) of the last ten minutes. Failures are counted for this user only.
 * @throws AppError WRONG_PASSWORD, SIGN_IN_AGAIN, TOO_MANY_ATTEMPTS, SIGN_IN_BUSY
 */
export async function requireOwner(
  deps: CheckPasswordDeps,
  user: User,
  proof: { password: string | undefined; signedInAt: string },
): Promise<void> {
  if (user.passwordHash === null) {
    if (Date.now() - Date.parse(proof.signedInAt) <= RECENT_MS) return;
    throw new AppError('PERMISSION_DENIED', 'SIGN_IN_AGAIN', 'Please sign in again first, to show that it is you.');
  }
  const { password } = proof;
  if (password === undefined) throw wrongPassword();
  const given = { user, password, limits: ownerLimits(user.id) };
  const { isRight } = await limitPasswordWork(() => checkPassword(deps, given));
  if (!isRight) throw wrongPassword();
}

export function wrongPassword(): AppError {
  return new AppError('INVALID_ARGUMENT', 'WRONG_PASSWORD', 'This is not your current password.');
}
