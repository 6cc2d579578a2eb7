import { randomUUID } from 'node:crypto';
import { claimDue } from '@reelwright/leases';
import type { ObjectStore } from '@reelwright/object-store';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import { checkVideo, storeVideo, type VideoSink } from './video-sink.ts';

type Db = Kysely<ExternalApiDatabase>;
export type Upload = Selectable<ExternalApiDatabase['uploads']>;

/** An upload that neither ended nor was aborted belongs to a process that died. */
const UNFINISHED_HOURS = 2;
/** A post that a platform's daily limit puts off still needs its video the next days. */
const KEEP_HOURS = 7 * 24;
const LEASE_MS = 60_000;

/** A sink into the object store, with a row that outlives this process and sees the object erased. */
export async function openUpload(db: Db, store: ObjectStore, userId: string): Promise<VideoSink> {
  const id = randomUUID();
  const mediaKey = `partner/${id}.bin`;
  await db
    .insertInto('uploads')
    .values({ id, user_id: userId, media_key: mediaKey, created_at: realTime(0), erase_at: realTime(UNFINISHED_HOURS) })
    .execute();
  const sink = checkVideo(storeVideo(store, mediaKey));
  return {
    write: sink.write,
    async end() {
      const video = await sink.end();
      await db
        .updateTable('uploads')
        .set({ bytes: video.bytes, sha256: video.sha256, erase_at: realTime(KEEP_HOURS) })
        .where('id', '=', id)
        .execute();
      return video;
    },
    async abort() {
      await sink.abort();
      await db.deleteFrom('uploads').where('id', '=', id).execute();
    },
  };
}

/** Removes a whole upload that no post uses. */
export async function discardUpload(db: Db, store: ObjectStore, mediaKey: string): Promise<void> {
  await store.delete(mediaKey);
  await db.deleteFrom('uploads').where('media_key', '=', mediaKey).execute();
}

/** Uploads whose time has come, earliest first. */
export function claimErasures(db: Db, limit: number): Promise<Upload[]> {
  return claimDue<Upload>(db, {
    table: 'uploads',
    due: 'erase_at',
    now: new Date(),
    where: sql`true`,
    limit,
    leaseMs: LEASE_MS,
  });
}

const realTime = (hoursAhead: number) => sql<Date>`clock_timestamp() + ${hoursAhead} * interval '1 hour'`;
