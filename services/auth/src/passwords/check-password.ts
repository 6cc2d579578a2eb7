import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { User } from '../users/user.ts';
import { verifyPassword } from './password.ts';
import { forgiveFailures, recordFailure, requireNotBlocked, type Subjects } from './throttle.ts';

/**
 * Whether it is this account's password; a wrong one is counted. Costs the same for an account that is not there. Take a turn
 * for it (turns.ts).
 * @param given.user undefined when the e-mail has no account
 * @param given.subjects whom a wrong one counts against
 * @throws AppError TOO_MANY_ATTEMPTS
 * @returns `isSlow`: many guess at this account, so the answer is to take `SLOW_MS` longer
 */
export async function checkPassword(
  db: Kysely<AuthDatabase>,
  given: { user: User | undefined; password: string; subjects: Subjects },
): Promise<{ isRight: boolean; isSlow: boolean }> {
  const { waits, account, forgiven } = given.subjects;
  const { isSlow } = await requireNotBlocked(db, waits, account);
  const isRight = await verifyPassword(given.password, given.user?.passwordHash ?? null);
  if (isRight) await forgiveFailures(db, forgiven);
  else await recordFailure(db, [...waits, account].filter(Boolean));
  return { isRight, isSlow };
}
