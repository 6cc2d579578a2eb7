import { AppError } from '@reelwright/errors';
import { type Kysely, sql } from 'kysely';

/**
 * A condition for claims of work that can't be undone: false while a restored database lacks events that its service has
 * published.
 */
export const databaseIsCurrent = sql<boolean>`database_is_current()`;

// biome-ignore lint/suspicious/noExplicitAny: the tables of the caller do not matter here
type AnyDb = Kysely<any>;

/** Whether the database has all events that its service has published, as far as a relay has checked. */
export async function isDatabaseCurrent(db: AnyDb): Promise<boolean> {
  const { rows } = await sql<{ current: boolean }>`select ${databaseIsCurrent} as current`.execute(db);
  return rows[0]?.current ?? false;
}

/** For a transaction that starts work which can't be undone. @throws AppError UNAVAILABLE DATABASE_RESTORED */
export async function requireCurrentDatabase(db: AnyDb): Promise<void> {
  if (await isDatabaseCurrent(db)) return;
  throw new AppError('UNAVAILABLE', 'DATABASE_RESTORED', 'We are catching up after a restore. Please try again soon.');
}
