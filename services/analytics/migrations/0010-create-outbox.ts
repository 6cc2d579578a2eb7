import { createOutboxTables } from '@reelwright/outbox';
import type { Kysely } from 'kysely';

/** For the one fact this service states: that it has erased a person. */
export const up = (db: Kysely<unknown>): Promise<void> => createOutboxTables(db);
