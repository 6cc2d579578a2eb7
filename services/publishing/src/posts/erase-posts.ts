import type { Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import { deleteMeasuresOf } from '../measures/measures.repository.ts';
import { deleteVideosOf } from '../videos/videos.repository.ts';
import { returnSlotOf } from './change-post.ts';
import { listPostsWithSlot } from './post.repository.ts';

/** Deletes a user's videos with their posts, and returns the slots these held. */
export async function erasePosts(trx: Transaction<PublishingDatabase>, userId: string): Promise<void> {
  for (const post of await listPostsWithSlot(trx, userId)) await returnSlotOf(trx, post);
  await deleteMeasuresOf(trx, userId);
  await deleteVideosOf(trx, userId);
}
