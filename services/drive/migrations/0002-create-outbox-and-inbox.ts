import { createInboxTables } from '@reelwright/kafka';
import { createOutboxTables } from '@reelwright/outbox';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createOutboxTables(db);
  await createInboxTables(db);
}
