import type { ErasedItem } from '@reelwright/product';
import type { Transaction } from 'kysely';
import { lockUser, markUserDeleted, publishWhenErased } from '../accounts/account.repository.ts';
import type { ExternalApiDatabase } from '../database.ts';
import { deleteKeysOf } from '../idempotency/idempotency.ts';
import { deletePostsOf } from '../posts/post.repository.ts';
import { deleteWindowsOf } from '../rate-limits/rate-limit.ts';
import { eraseUploadsOf } from '../uploads/upload.repository.ts';

/** Erases the posts and idempotency keys of a user. A worker removes the video files and then their rows. */
export async function eraseUser(trx: Transaction<ExternalApiDatabase>, userId: string, now: Date): Promise<void> {
  await lockUser(trx, userId);
  await deleteWindowsOf(trx, userId);
  const erasedItems: ErasedItem[] = [
    { kind: 'uploaded_video', count: await eraseUploadsOf(trx, userId, now) },
    { kind: 'api_post', count: await deletePostsOf(trx, userId) },
    { kind: 'idempotency_key', count: await deleteKeysOf(trx, userId) },
  ];
  await markUserDeleted(trx, userId, erasedItems, now);
  await publishWhenErased(trx, userId, now);
}
