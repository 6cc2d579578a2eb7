import { notifyChanges } from '@reelwright/postgres';
import type { Kysely } from 'kysely';

/** Sleepers are woken by what they wait for: the relay by an event, workers by a row of theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await notifyChanges(db, 'outbox', 'statement');
  await notifyChanges(db, 'drive_uploads');
  await notifyChanges(db, 'drive_folders');
}
