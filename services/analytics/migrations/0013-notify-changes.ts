import { notifyChanges } from '@reelwright/postgres';
import type { Kysely } from 'kysely';

/** Sleepers are woken by what they wait for: the relay by an event. */
export const up = (db: Kysely<unknown>): Promise<void> => notifyChanges(db, 'outbox', 'statement');
