import type { ObjectStore } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import type { Upload } from './upload.repository.ts';

/** Removes an object and then its row, so that nothing is left that no row tells of. */
export async function eraseUpload(db: Kysely<ExternalApiDatabase>, store: ObjectStore, upload: Upload): Promise<void> {
  await store.delete(upload.media_key);
  await db.deleteFrom('uploads').where('id', '=', upload.id).where('lease_token', '=', upload.lease_token).execute();
}
