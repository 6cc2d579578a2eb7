import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { User } from '../users/user.ts';
import type { PasswordHasher } from './password.ts';
import { deleteFailures, type GuessLimits, recordFailure, requireNotBlocked } from './throttle.ts';

export interface CheckPasswordDeps {
  readonly db: Kysely<AuthDatabase>;
  readonly hasher: PasswordHasher;
}

/**
 * Checks a password and counts a wrong one; takes the same time without a user. Call it through `limitPasswordWork`.
 * @throws AppError TOO_MANY_ATTEMPTS
 * @returns `isSlow` when an account has many failures: delay the response by `SLOW_MS`
 */
export async function checkPassword(
  { db, hasher }: CheckPasswordDeps,
  attempt: { user: User | undefined; password: string; limits: GuessLimits },
): Promise<{ isRight: boolean; isSlow: boolean }> {
  const { isSlow } = await requireNotBlocked(db, attempt.limits);
  const isRight = await hasher.verify(attempt.password, attempt.user?.passwordHash ?? null);
  if (isRight) await deleteFailures(db, attempt.limits);
  else await recordFailure(db, attempt.limits);
  return { isRight, isSlow };
}
