import type { Clock } from '@reelwright/clock';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from './database.ts';
import { pruneKeys } from './idempotency/idempotency.ts';
import { prunePosts } from './posts/post.repository.ts';
import { pruneWindows } from './rate-limits/rate-limit.ts';

/** Deletes past rate windows, idempotency keys after a day and posts after twelve months. */
export async function sweep(db: Kysely<ExternalApiDatabase>, clock: Clock): Promise<void> {
  await pruneWindows(db, clock.real());
  await pruneKeys(db);
  await prunePosts(db, clock.now());
}
