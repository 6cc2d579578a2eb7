import { type Kysely, sql } from 'kysely';
import { pruneBrowsers } from './browsers/known-browsers.ts';
import { pruneContactAttempts } from './contact/contact-quota.ts';
import type { AuthDatabase } from './database.ts';
import { pruneGoogleWays } from './google/google-sign-in.repository.ts';

/**
 * Removes what is over: sessions a day after their end (until then they answer SESSION_EXPIRED), failures an hour forgiven,
 * and mails a month after theirs; what must not be mailed twice because of an event stays for the thirteen months in which
 * that may come again.
 */
export async function sweep(db: Kysely<AuthDatabase>): Promise<void> {
  await sql`delete from sessions where expire < clock_timestamp() - interval '1 day'`.execute(db);
  await sql`delete from admin_sessions where expire < clock_timestamp()`.execute(db);
  await sql`delete from failed_attempts
    where last_failed_at < clock_timestamp() - interval '1 hour' and blocked_until < clock_timestamp()`.execute(db);
  await pruneBrowsers(db);
  await pruneGoogleWays(db);
  await pruneContactAttempts(db);
  await sql`delete from mails where ended_at < clock_timestamp() - interval '1 day' *
    (case when reason is null or kind = 'contact' then 30 else 400 end)`.execute(db);
}
