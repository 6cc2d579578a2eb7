import { AppError } from '@reelwright/errors';
import { type Kysely, sql } from 'kysely';
import type { AuthDatabase } from '../database.ts';

/** Failures that cost nothing, then the wait doubles from 2 s up to 15 min. A quiet hour forgives everything. */
const FREE_FAILURES = 5;
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 900;
const FORGIVEN_AFTER = '1 hour';

/**
 * Slows guessing down, per account and per address. Only failures count; a success by the right person is never delayed
 * by someone else's success. Times are real time, from the database.
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

export async function forgiveFailures(db: Kysely<AuthDatabase>, subject: string): Promise<void> {
  await db.deleteFrom('failed_attempts').where('subject', '=', subject).execute();
}
