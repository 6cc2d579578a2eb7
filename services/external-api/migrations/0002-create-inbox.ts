import { createInboxTables } from '@reelwright/kafka';
import type { Kysely } from 'kysely';

export const up = (db: Kysely<unknown>): Promise<void> => createInboxTables(db);
