import { AppError } from '@reelwright/errors';
import { networkOf } from '@reelwright/http-server';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { User } from '../users/user.ts';

/**
 * The fifth failure starts a wait of 2 s, and each further one doubles it, up to 15 min. An hour without a failure
 * resets the count.
 */
const FAILURES_BEFORE_WAIT = 5;
const FIRST_WAIT_SECONDS = 2;
const MAX_WAIT_SECONDS = 900;
const RESET_AFTER = '1 hour';
/**
 * A network (an IPv4 address or an IPv6 /64) must wait after failures at this many accounts within an hour: somebody tries
 * common passwords at many accounts.
 */
const MAX_ACCOUNTS_PER_NETWORK = 20;
/** Wrong admin codes from all networks before unknown browsers must wait. */
const ADMIN_FAILURES_BEFORE_WAIT = 50;
/**
 * After this many failed logins at one account by unknown browsers, from all networks together, their further logins
 * take `SLOW_MS` longer.
 */
const SLOW_FROM_FAILURES = 20;
export const SLOW_MS = 1_000;

/** The origin of a guess. */
export interface Caller {
  readonly address: string;
  /**
   * The hash of the browser's cookie if it was let in before, to this account or as administrator
   * (browsers/known-browsers.ts).
   */
  readonly browser: string | undefined;
}

/** What a failed guess counts against. */
export interface GuessLimits {
  /**
   * What must wait after `allowedFailures` failures; `subject` is the key of its count, such as `owner:<id>`. A right
   * password deletes these failures; a right admin code does not.
   */
  readonly waits: readonly { readonly subject: string; readonly allowedFailures: number }[];
  /** The network that must wait after failures at too many accounts. */
  readonly network?: string;
  /** The account whose failures by unknown browsers are counted for `SLOW_FROM_FAILURES`. */
  readonly account?: string;
}

/**
 * For a login. A known browser must wait only after its own failures; any other after failures of its network, at this
 * account or at too many different ones. An account is never blocked, because then anybody who knows its e-mail address
 * could lock its owner out.
 */
export function loginLimits(email: string, { address, browser }: Caller): GuessLimits {
  const account = `account:${email}`;
  if (browser) return { waits: [{ subject: `${account} browser:${browser}`, allowedFailures: FAILURES_BEFORE_WAIT }] };
  const network = networkOf(address);
  return {
    waits: [{ subject: `${account} network:${network}`, allowedFailures: FAILURES_BEFORE_WAIT }],
    network,
    account,
  };
}

/** For a signed-in user, who must wait only after failures in their own sessions. */
export function ownerLimits(userId: number): GuessLimits {
  return { waits: [{ subject: `owner:${userId}`, allowedFailures: FAILURES_BEFORE_WAIT }] };
}

/**
 * For the admin code. A known browser must wait only after its own failures; any other after those of its network, or
 * after too many of all unknown browsers together.
 */
export function adminLimits({ address, browser }: Caller): GuessLimits {
  if (browser) return { waits: [{ subject: `admin browser:${browser}`, allowedFailures: FAILURES_BEFORE_WAIT }] };
  return {
    waits: [
      { subject: 'admin', allowedFailures: ADMIN_FAILURES_BEFORE_WAIT },
      { subject: `admin network:${networkOf(address)}`, allowedFailures: FAILURES_BEFORE_WAIT },
    ],
  };
}

/** For a request for a link to set a new password; each request counts as a failure. */
export function resetLimits(address: string): GuessLimits {
  return { waits: [{ subject: `reset network:${networkOf(address)}`, allowedFailures: FAILURES_BEFORE_WAIT }] };
}

/**
 * Rejects a guess while one of its subjects or its network must wait. Times are the database's, not product time.
 * @throws AppError RESOURCE_EXHAUSTED TOO_MANY_ATTEMPTS with the seconds to wait
 * @returns `isSlow` when `account` has many failures: delay the response by `SLOW_MS`, which does not lock the owner out
 */
export async function requireNotBlocked(db: Kysely<AuthDatabase>, limits: GuessLimits): Promise<{ isSlow: boolean }> {
  const { waits, network = null, account = null } = limits;
  const { rows } = await sql<{ seconds: number | null; isSlow: boolean }>`
    with counted as (select * from failed_attempts where last_failed_at > clock_timestamp() - ${RESET_AFTER}::interval)
    select ceil(extract(epoch from greatest(
             (select max(blocked_until) from counted where subject = any (${waits.map(({ subject }) => subject)})),
             (select case when count(*) >= ${MAX_ACCOUNTS_PER_NETWORK}
                          then max(last_failed_at) + ${waitAfter(sql`count(*)`, sql`${MAX_ACCOUNTS_PER_NETWORK}::int`)} end
                from counted where network = ${network})
           ) - clock_timestamp()))::int as seconds,
           exists (select from counted where subject = ${account} and failures >= ${SLOW_FROM_FAILURES}) as "isSlow"`.execute(
    db,
  );
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

export async function recordFailure(db: Kysely<AuthDatabase>, limits: GuessLimits): Promise<void> {
  const { waits, network = null, account } = limits;
  const subjects = [...waits, ...(account ? [{ subject: account, allowedFailures: Number.MAX_SAFE_INTEGER }] : [])];
  // Sorted, so that simultaneous guesses do not deadlock.
  for (const { subject, allowedFailures } of subjects.sort((one, other) => (one.subject < other.subject ? -1 : 1))) {
    const failures = sql`case when f.last_failed_at < clock_timestamp() - ${RESET_AFTER}::interval
      then 1 else f.failures + 1 end`;
    await sql`
      insert into failed_attempts as f (subject, failures, blocked_until, last_failed_at, network)
      values (${subject}, 1, clock_timestamp(), clock_timestamp(), ${subject === account ? null : network})
      on conflict (subject) do update set
        failures = ${failures},
        blocked_until = case when ${failures} < ${allowedFailures}::bigint then clock_timestamp()
                             else clock_timestamp() + ${waitAfter(failures, sql`${allowedFailures}::bigint`)} end,
        last_failed_at = clock_timestamp()`.execute(db);
  }
}

/** The wait: 2 s when `failures` reaches `allowed`, doubled by each further failure, at most 15 min. */
const waitAfter = (failures: RawBuilder<unknown>, allowed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`interval '1 second' *
    least(${MAX_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * power(2, least((${failures}) - ${allowed}, 20)))`;

export async function deleteFailures(db: Kysely<AuthDatabase>, { waits, account }: GuessLimits): Promise<void> {
  const subjects = [...waits.map(({ subject }) => subject), ...(account ? [account] : [])];
  await db.deleteFrom('failed_attempts').where('subject', 'in', subjects).execute();
}

/** Deletes counts whose last failure is over an hour ago and whose wait has ended. */
export async function pruneFailures(db: Kysely<AuthDatabase>): Promise<void> {
  await sql`delete from failed_attempts
    where last_failed_at < clock_timestamp() - interval '1 hour' and blocked_until < clock_timestamp()`.execute(db);
}

/** Deletes all failures at a deleted account: `owner:<id>`, `account:<e-mail>` and its networks and browsers. */
export async function eraseFailures(
  db: Kysely<AuthDatabase>,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const [account, owner] = [`account:${email}`, `owner:${id}`];
  await sql`delete from failed_attempts
    where subject in (${account}, ${owner}) or starts_with(subject, ${`${account} `})`.execute(db);
}
