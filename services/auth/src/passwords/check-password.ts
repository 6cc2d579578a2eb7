import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { User } from '../users/user.ts';
import { verifyPassword } from './password.ts';
import { forgiveFailures, type Guess, recordFailure, requireNotBlocked } from './throttle.ts';

/**
 * Whether it is this account's password; a wrong one is counted. Takes the same time for an unknown account. Call it
 * through `limitPasswordWork`.
 * @param given.user undefined when the e-mail has no account
 * @param given.guess the subjects that a wrong password counts against
 * @throws AppError TOO_MANY_ATTEMPTS
 * @returns `isSlow` when an account has many failures: delay the answer by `SLOW_MS`
 */
export async function checkPassword(
  db: Kysely<AuthDatabase>,
  given: { user: User | undefined; password: string; guess: Guess },
): Promise<{ isRight: boolean; isSlow: boolean }> {
  const { isSlow } = await requireNotBlocked(db, given.guess);
  const isRight = await verifyPassword(given.password, given.user?.passwordHash ?? null);
  if (isRight) await forgiveFailures(db, given.guess);
  else await recordFailure(db, given.guess);
  return { isRight, isSlow };
}
