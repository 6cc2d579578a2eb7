import type { Clock } from '@reelwright/clock';
import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import { lockUser, tellWhenErased } from '../accounts/account.repository.ts';
import type { ExternalApiDatabase } from '../database.ts';
import type { Upload } from './upload.repository.ts';

/**
 * Removes an object and then its row, so that nothing is left that no row tells of. With the last one of a deleted account
 * it says that the account is erased here.
 */
export async function eraseUpload(
  { db, store, clock }: { db: Kysely<ExternalApiDatabase>; store: ObjectStore; clock: Clock },
  upload: Upload,
): Promise<void> {
  await store.delete(upload.media_key);
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, upload.user_id);
    await trx.deleteFrom('uploads').where('id', '=', upload.id).where('lease_token', '=', upload.lease_token).execute();
    await tellWhenErased(trx, upload.user_id, clock.now());
  });
}
