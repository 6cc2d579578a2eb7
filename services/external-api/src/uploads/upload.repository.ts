import { randomUUID } from 'node:crypto';
import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { createQueue, type Queue } from '@reelwright/leases';
import type { ObjectStore } from '@reelwright/object-store';
import { partnerFileHours } from '@reelwright/product';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { isDeleted, lockUser, publishWhenErased, requireUserLock } from '../accounts/account.repository.ts';
import type { ExternalApiDatabase } from '../database.ts';
import type { VideoProbe } from './probe-video.ts';
import { checkVideo, storeVideo, type VideoSink } from './video-sink.ts';

type Db = Kysely<ExternalApiDatabase>;
export type Upload = Selectable<ExternalApiDatabase['uploads']>;

/** After this time an unfinished upload is erased: its process died. */
const UNFINISHED_HOURS = 2;
const LEASE_MS = 60_000;

/**
 * A sink into the object store, with a row that schedules the erasure of the object in product time, also after a
 * crash.
 * @throws AppError ACCOUNT_DELETED; its end VIDEO_UNREADABLE, VIDEO_BUSY
 */
export async function openUpload(
  { db, store, clock, probeVideo }: { db: Db; store: ObjectStore; clock: Clock } & VideoProbe,
  userId: string,
): Promise<VideoSink> {
  const id = randomUUID();
  const mediaKey = `partner/${id}.bin`;
  const times = { created_at: clock.now(), erase_at: hoursAhead(clock, UNFINISHED_HOURS) };
  await db.transaction().execute(async (trx) => {
    await requireUserLock(trx, userId);
    await trx
      .insertInto('uploads')
      .values({ id, user_id: userId, media_key: mediaKey, ...times })
      .execute();
  });
  const sink = checkVideo(storeVideo(store, mediaKey));
  return {
    write: sink.write,
    async end() {
      const video = await sink.end();
      await probeVideo(mediaKey);
      const eraseAt = hoursAhead(clock, partnerFileHours);
      if (await keepUpload(db, { id, userId, bytes: video.bytes, sha256: video.sha256, eraseAt })) return video;
      // The worker may have deleted the object before it was complete.
      await store.delete(mediaKey);
      throw new AppError('ABORTED', 'UPLOAD_ERASED', 'The video was removed while it came in. Please send it again.');
    },
    async abort() {
      await sink.abort();
      await removeUpload(db, { userId, mediaKey }, clock.now());
    },
  };
}

/** Deletes an upload that no post uses. */
export async function discardUpload(
  { db, store, clock }: { db: Db; store: ObjectStore; clock: Clock },
  upload: { readonly userId: string; readonly mediaKey: string },
): Promise<void> {
  await store.delete(upload.mediaKey);
  await removeUpload(db, upload, clock.now());
}

/** Saves a complete upload. @returns false if its account was deleted meanwhile, or a worker is erasing it */
function keepUpload(
  db: Db,
  upload: { id: string; userId: string; bytes: number; sha256: string; eraseAt: Date },
): Promise<boolean> {
  const { id, userId, bytes, sha256, eraseAt } = upload;
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    if (await isDeleted(trx, userId)) return false;
    const row = await trx
      .updateTable('uploads')
      .set({ bytes, sha256, erase_at: eraseAt })
      .where('id', '=', id)
      .where('leased_until', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** Deletes the row of an upload that has no object. It may be what the deletion of the account still waits for. */
async function removeUpload(
  db: Db,
  { userId, mediaKey }: { readonly userId: string; readonly mediaKey: string },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    await trx.deleteFrom('uploads').where('media_key', '=', mediaKey).execute();
    await publishWhenErased(trx, userId, now);
  });
}

/** Uploads to erase, earliest first. */
export const erasureQueue = (db: Db, now: () => Date): Queue<Upload> =>
  createQueue({ db, table: 'uploads', due: 'erase_at', where: sql`true`, now, leaseMs: LEASE_MS });

/** Deletes the row of a claimed upload, unless another worker has claimed it since. */
export async function deleteUpload(trx: Transaction<ExternalApiDatabase>, upload: Upload): Promise<void> {
  await trx.deleteFrom('uploads').where('id', '=', upload.id).where('lease_token', '=', upload.lease_token).execute();
}

/** Makes all uploads of a user due for erasure. @returns the number of uploads */
export async function eraseUploadsOf(
  trx: Transaction<ExternalApiDatabase>,
  userId: string,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('uploads')
    .set({ erase_at: now })
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const hoursAhead = (clock: Clock, hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
