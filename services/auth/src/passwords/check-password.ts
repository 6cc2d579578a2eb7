import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { User } from '../users/user.ts';
import { verifyPassword } from './password.ts';
import { forgiveFailures, loginSubjects, recordFailure, requireNotBlocked } from './throttle.ts';

/**
 * Whether it is this account's password; a wrong one is counted. Costs the same for an account that is not there. Take a turn
 * for it (turns.ts).
 * @param given.user undefined when the e-mail has no account
 * @param given.address where the question comes from
 * @throws AppError TOO_MANY_ATTEMPTS
 * @returns `isSlow`: many guess at this account, so the answer is to take `SLOW_MS` longer
 */
export async function checkPassword(
  db: Kysely<AuthDatabase>,
  given: { email: string; user: User | undefined; password: string; address: string },
): Promise<{ isRight: boolean; isSlow: boolean }> {
  const { waits, pair, account } = loginSubjects(given.email, given.address);
  const { isSlow } = await requireNotBlocked(db, waits, account);
  const isRight = await verifyPassword(given.password, given.user?.passwordHash ?? null);
  if (isRight) await forgiveFailures(db, [pair, account]);
  else await recordFailure(db, [...waits, account]);
  return { isRight, isSlow };
}
