import type { Kysely } from 'kysely';
import { pruneAdminSessions } from './admin/admin-session.repository.ts';
import { pruneBrowsers } from './browsers/known-browsers.ts';
import { pruneContactAttempts } from './contact/contact-quota.ts';
import type { AuthDatabase } from './database.ts';
import { pruneGoogleSignIns } from './google/google-sign-in.repository.ts';
import { pruneMails } from './mail/mail.repository.ts';
import { pruneFailures } from './passwords/throttle.ts';
import { pruneSessions } from './sessions/session.repository.ts';

/** Deletes expired rows, every hour. */
export async function sweep(db: Kysely<AuthDatabase>): Promise<void> {
  await pruneSessions(db);
  await pruneAdminSessions(db);
  await pruneFailures(db);
  await pruneBrowsers(db);
  await pruneGoogleSignIns(db);
  await pruneContactAttempts(db);
  await pruneMails(db);
}
