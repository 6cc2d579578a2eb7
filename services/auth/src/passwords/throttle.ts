import { AppError } from '@reelwright/errors';
import { type Kysely, sql } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { User } from '../users/user.ts';

/** Failures that cost nothing, then the wait doubles from 2 s up to 15 min. A quiet hour forgives everything. */
const FREE_FAILURES = 5;
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_SECONDS = 900;
const FORGIVEN_AFTER = '1 hour';
/** From so many failures at one account, from wherever they come, each answer about it takes this much longer. */
const SLOW_FROM_FAILURES = 20;
export const SLOW_MS = 1_000;

/** Whom the failures of a guess count against. */
export interface Subjects {
  /** Who waits after too many. */
  readonly waits: readonly string[];
  /** The account whose answers take longer, counted beside them; empty: none. */
  readonly account: string;
  /** Whose failures a right guess forgives. */
  readonly forgiven: readonly string[];
}

/** Of a login. Addresses are made to wait; an account, which anybody can name, never is. */
export function loginSubjects(email: string, address: string): Subjects {
  const [pair, account] = [`account:${email} address:${address}`, `account:${email}`];
  return { waits: [pair, `address:${address}`], account, forgiven: [pair, account] };
}

/** Of who is signed in: what strangers get wrong, at their address or their account, is not theirs to wait for. */
export function ownerSubjects(userId: number): Subjects {
  const owner = `owner:${userId}`;
  return { waits: [owner], account: '', forgiven: [owner] };
}

/**
 * Slows guessing down, per address and per address at an account, or per user who is signed in. Only failures count. Times
 * are real time, from the database.
 *
 * @throws AppError RESOURCE_EXHAUSTED TOO_MANY_ATTEMPTS with the seconds to wait
 * @returns whether many guess at `account`: its answer is to take `SLOW_MS` longer. Guessing is slowed down, and its
 *   owner still gets in.
 */
export async function requireNotBlocked(
  db: Kysely<AuthDatabase>,
  waits: readonly string[],
  account = '',
): Promise<{ isSlow: boolean }> {
  const { rows } = await sql<{ seconds: number | null; isSlow: boolean | null }>`
    select ceil(extract(epoch from max(blocked_until) filter (where subject <> ${account}) - clock_timestamp()))::int
             as seconds,
           bool_or(subject = ${account} and failures >= ${SLOW_FROM_FAILURES}
                   and last_failed_at > clock_timestamp() - ${FORGIVEN_AFTER}::interval) as "isSlow"
      from failed_attempts where subject = any (${[...waits, account]})`.execute(db);
  const seconds = rows[0]?.seconds ?? 0;
  if (seconds > 0) {
    throw new AppError(
      'RESOURCE_EXHAUSTED',
      'TOO_MANY_ATTEMPTS',
      `Too many attempts. Please wait ${seconds} second${seconds === 1 ? '' : 's'} and try again.`,
      { retryAfterSeconds: seconds },
    );
  }
  return { isSlow: rows[0]?.isSlow ?? false };
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

/** Forgets all failures at an account that is deleted: their subjects name its e-mail, alone or with an address, or its user. */
export async function eraseFailures(
  db: Kysely<AuthDatabase>,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const [account, owner] = [`account:${email}`, `owner:${id}`];
  await sql`delete from failed_attempts
    where subject in (${account}, ${owner}) or starts_with(subject, ${`${account} `})`.execute(db);
}
