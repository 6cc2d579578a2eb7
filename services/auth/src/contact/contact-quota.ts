import { AppError } from '@reelwright/errors';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';

const MESSAGES_PER_NETWORK_AND_HOUR = 5;
/** For all senders together, because people read the mailbox. */
const MESSAGES_PER_DAY = 200;

/** Locks the quota until the transaction ends, so that simultaneous messages cannot exceed the limits. */
export async function lockQuota(trx: Transaction<AuthDatabase>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('contact_attempts'))`.execute(trx);
}

/**
 * Counts one message of this network. Call it under the lock. Times are the database's real time.
 * @throws AppError RESOURCE_EXHAUSTED TOO_MANY_MESSAGES with the seconds to wait
 */
export async function countMessage(trx: Transaction<AuthDatabase>, network: string): Promise<void> {
  // The wait ends when the oldest counted message of the hour, or of the day, no longer counts.
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(free_at) - clock_timestamp()))::int as seconds from (
      (select sent_at + interval '1 hour' as free_at from contact_attempts
        where network = ${network} and sent_at > clock_timestamp() - interval '1 hour'
        order by sent_at desc offset ${MESSAGES_PER_NETWORK_AND_HOUR - 1} limit 1)
      union all
      (select sent_at + interval '1 day' from contact_attempts
        where sent_at > clock_timestamp() - interval '1 day'
        order by sent_at desc offset ${MESSAGES_PER_DAY - 1} limit 1)) as full_until`.execute(trx);
  const seconds = rows[0]?.seconds;
  if (seconds !== null && seconds !== undefined) throw tooManyMessages(Math.max(1, seconds));
  await sql`insert into contact_attempts (network, sent_at) values (${network}, clock_timestamp())`.execute(trx);
}

/** Deletes counted messages older than a day. */
export async function pruneContactAttempts(db: Kysely<AuthDatabase>): Promise<void> {
  await sql`delete from contact_attempts where sent_at < clock_timestamp() - interval '1 day'`.execute(db);
}

function tooManyMessages(seconds: number): AppError {
  const [count, unit] = seconds < 5_400 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds / 3_600), 'hour'];
  const wait = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return new AppError(
    'RESOURCE_EXHAUSTED',
    'TOO_MANY_MESSAGES',
    `Too many messages. Please wait ${wait} and try again, or write to us by e-mail.`,
    { retryAfterSeconds: seconds },
  );
}
