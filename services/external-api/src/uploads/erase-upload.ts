import type { Clock } from '@reelwright/clock';
import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import { lockUser, publishWhenErased } from '../accounts/account.repository.ts';
import type { ExternalApiDatabase } from '../database.ts';
import { deleteUpload, type Upload } from './upload.repository.ts';

/**
 * Removes an object and then its row, so that no object is left without a row. With the last upload of a deleted account
 * AccountErased is published.
 */
export async function eraseUpload(
  { db, store, clock }: { db: Kysely<ExternalApiDatabase>; store: ObjectStore; clock: Clock },
  upload: Upload,
): Promise<void> {
  await store.delete(upload.media_key);
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, upload.user_id);
    await deleteUpload(trx, upload);
    await publishWhenErased(trx, upload.user_id, clock.now());
  });
}
