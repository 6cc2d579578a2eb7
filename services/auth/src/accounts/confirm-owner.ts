import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@reelwright/errors';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { verifyPassword } from '../passwords/password.ts';
import { forgiveFailures, loginSubjects, recordFailure, requireNotBlocked, SLOW_MS } from '../passwords/throttle.ts';
import { inTurn } from '../passwords/turns.ts';
import type { User } from '../users/user.ts';

/** How fresh a sign-in has to be where there is no password to ask for. Real time, as sessions are. */
const FRESH_MS = 10 * 60_000;

/**
 * Makes sure that it is the owner, and not whoever found the browser open: by the password, throttled as a login is, or,
 * for an account that has none, by a sign-in of the last ten minutes.
 * @throws AppError WRONG_PASSWORD (400), SIGN_IN_AGAIN (403), TOO_MANY_ATTEMPTS (429), SIGN_IN_BUSY (503)
 */
export async function confirmOwner(
  db: Kysely<AuthDatabase>,
  user: User,
  given: { password: string | undefined; signedInAt: Date | undefined; address: string },
): Promise<void> {
  if (user.passwordHash === null) {
    const age = given.signedInAt ? Date.now() - given.signedInAt.getTime() : Number.POSITIVE_INFINITY;
    if (age > FRESH_MS) {
      throw new AppError(
        'PERMISSION_DENIED',
        'SIGN_IN_AGAIN',
        'Please sign in with Google once more, and then try again within ten minutes.',
      );
    }
    return;
  }
  const { password } = given;
  if (password === undefined || !(await inTurn(() => isPassword(db, user, password, given.address)))) {
    throw new AppError('INVALID_ARGUMENT', 'WRONG_PASSWORD', 'This is not your password. Please try again.');
  }
}

async function isPassword(db: Kysely<AuthDatabase>, user: User, password: string, address: string): Promise<boolean> {
  const { waits, pair, account } = loginSubjects(user.email, address);
  const { isSlow } = await requireNotBlocked(db, waits, account);
  const isRight = await verifyPassword(password, user.passwordHash);
  if (isRight) await forgiveFailures(db, [pair, account]);
  else await recordFailure(db, [...waits, account]);
  if (isSlow) await pause(SLOW_MS);
  return isRight;
}
