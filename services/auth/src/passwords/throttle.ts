import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@reelwright/errors';
import { type Kysely, sql } from 'kysely';
import type { AuthDatabase } from '../database.ts';

/** Failures that cost nothing, then the wait doubles from 2 s up to 15 min. A quiet hour forgives everything. */
const FREE_FAILURES = 5;
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 900;
const FORGIVEN_AFTER = '1 hour';
/** From so many failures at one account, from wherever they come, each answer about it takes this much longer. */
const SLOW_FROM_FAILURES = 20;
const SLOW_MS = 1_000;

/** Whom the failures of a login count against. Addresses are made to wait; an account, which anybody can name, never is. */
export function loginSubjects(email: string, address: string) {
  const pair = `account:${email} address:${address}`;
  return { waits: [pair, `address:${address}`], pair, account: `account:${email}` };
}

/**
 * Slows guessing down, per address and per address at an account. Only failures count. Times are real time, from the
 * database.
 *
 * @throws AppError RESOURCE_EXHAUSTED TOO_MANY_ATTEMPTS with the seconds to wait
 */
export async function requireNotBlocked(db: Kysely<AuthDatabase>, subjects: readonly string[]): Promise<void> {
  const row = await db
    .selectFrom('failed_attempts')
    .select(sql<number>`ceil(extract(epoch from max(blocked_until) - clock_timestamp()))`.as('seconds'))
    .where('subject', 'in', [...subjects])
    .where('blocked_until', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  const seconds = Number(row?.seconds ?? 0);
  if (seconds > 0) {
    throw new AppError(
      'RESOURCE_EXHAUSTED',
      'TOO_MANY_ATTEMPTS',
      `Too many attempts. Please wait ${seconds} second${seconds === 1 ? '' : 's'} and try again.`,
      { retryAfterSeconds: seconds },
    );
  }
}

/** A second's pause at an account that many guess at: guessing is slowed down, and its owner still gets in. */
export async function slowDown(db: Kysely<AuthDatabase>, account: string): Promise<void> {
  const row = await db
    .selectFrom('failed_attempts')
    .select('failures')
    .where('subject', '=', account)
    .where('failures', '>=', SLOW_FROM_FAILURES)
    .where('last_failed_at', '>', sql<Date>`clock_timestamp() - ${FORGIVEN_AFTER}::interval`)
    .executeTakeFirst();
  if (row) await pause(SLOW_MS);
}

export async function recordFailure(db: Kysely<AuthDatabase>, subjects: readonly string[]): Promise<void> {
  for (const subject of [...subjects].sort()) {
    await sql`
      insert into failed_attempts as f (subject, failures, blocked_until, last_failed_at)
      values (${subject}, 1, clock_timestamp(), clock_timestamp())
      on conflict (subject) do update set
        failures = case when f.last_failed_at < clock_timestamp() - ${FORGIVEN_AFTER}::interval then 1 else f.failures + 1 end,
        blocked_until = case
          when f.last_failed_at < clock_timestamp() - ${FORGIVEN_AFTER}::interval or f.failures + 1 < ${FREE_FAILURES}
            then clock_timestamp()
          else clock_timestamp() + interval '1 second' *
            least(${LONGEST_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * power(2, least(f.failures + 1 - ${FREE_FAILURES}, 20)))
        end,
        last_failed_at = clock_timestamp()`.execute(db);
  }
}

export async function forgiveFailures(db: Kysely<AuthDatabase>, subjects: readonly string[]): Promise<void> {
  await db
    .deleteFrom('failed_attempts')
    .where('subject', 'in', [...subjects])
    .execute();
}
