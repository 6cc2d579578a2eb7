import { createPositionsTable } from '@reelwright/kafka';
import { addRestoreCheck } from '@reelwright/outbox';
import type { Kysely } from 'kysely';

/** What tells a database that was restored to an older state, and what it has not seen since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPositionsTable(db);
  await addRestoreCheck(db);
}
