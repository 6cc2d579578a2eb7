import { events } from '@reelwright/contracts';
import { createQueue, type Lease, type Queue, requireLease } from '@reelwright/leases';
import { enqueueEvent } from '@reelwright/outbox';
import type { DeliveryCause } from '@reelwright/product';
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { DriveDatabase } from '../database.ts';

export type Upload = Selectable<DriveDatabase['drive_uploads']>;

const TABLE = 'drive_uploads';
const LEASE_MS = 30_000;

/** The upload was cancelled or replaced while it ran. */
export class NotWanted extends Error {}

/** Uploads, and files to put into the trash, whose try is due; waits are real time. */
export const uploadQueue = (db: Kysely<DriveDatabase>): Queue<Upload> =>
  createQueue({
    db,
    table: TABLE,
    due: 'next_attempt_at',
    where: sql`state in ('waiting', 'trashing')`,
    now: () => new Date(),
    leaseMs: LEASE_MS,
  });

const leaseOf = (upload: Upload): Lease => ({ id: upload.id, token: upload.lease_token });

/** Writes to an upload that is still ours and still wanted. @throws LeaseLost, NotWanted */
async function write(
  db: Kysely<DriveDatabase>,
  upload: Upload,
  change: Updateable<DriveDatabase['drive_uploads']>,
  also?: (trx: Transaction<DriveDatabase>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireLease(trx, TABLE, leaseOf(upload));
    const row = await trx
      .updateTable(TABLE)
      .set(change)
      .where('id', '=', upload.id)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new NotWanted();
    await also?.(trx);
  });
}

/** Where the file goes and its id, before anything is sent. */
export const recordPlace = (db: Kysely<DriveDatabase>, upload: Upload, place: { folderId: string; fileId: string }) =>
  write(db, upload, {
    folder_id: place.folderId,
    file_id: place.fileId,
    session_uri: null,
    sent_bytes: 0,
    web_view_link: null,
  });

export const recordSession = (db: Kysely<DriveDatabase>, upload: Upload, session: string | null) =>
  write(db, upload, { session_uri: session, sent_bytes: 0 });

export const recordSent = (db: Kysely<DriveDatabase>, upload: Upload, sentBytes: number) =>
  write(db, upload, { sent_bytes: sentBytes });

/** All bytes are there. */
export const recordFile = (db: Kysely<DriveDatabase>, upload: Upload, webViewLink: string) =>
  write(db, upload, { web_view_link: webViewLink });

/** Holds on to the upload for another while. @throws LeaseLost, NotWanted */
export const keepUpload = (db: Kysely<DriveDatabase>, upload: Upload) =>
  write(db, upload, { leased_until: sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'` as never });

/** Says that the video lies in the folder; earlier takes of it leave the folder after that. */
export async function finishUpload(
  db: Kysely<DriveDatabase>,
  upload: Upload,
  folderUrl: string,
  now: Date,
): Promise<void> {
  const done = { state: 'delivered', delivered_at: now, code: null, leased_until: null } as const;
  await write(db, upload, done, async (trx) => {
    await trx
      .updateTable(TABLE)
      .set({ state: 'trashing', next_attempt_at: sql<Date>`clock_timestamp()`, attempts: 0 })
      .where('video_id', '=', upload.video_id)
      .where('variation', '<', upload.variation)
      .where('state', '=', 'delivered')
      .execute();
    const row = await trx.selectFrom(TABLE).selectAll().where('id', '=', upload.id).executeTakeFirstOrThrow();
    const { video_id: videoId, user_id: userId, variation } = row;
    const file = { fileId: row.file_id ?? '', webViewLink: row.web_view_link ?? '', folderUrl, deliveredAt: now };
    await enqueueEvent(trx, events.VideoDelivered, { videoId, userId, variation, ...file }, now);
  });
}

export interface Setback {
  readonly code: DeliveryCause;
  /** Failures of this code in a row. */
  readonly failures: number;
  /** Absent: it will not be tried again. */
  readonly retrySeconds?: number;
  readonly announce: boolean;
}

/** Gives the upload back for a later try, or up, and says so. */
export async function setBack(db: Kysely<DriveDatabase>, upload: Upload, setback: Setback, now: Date): Promise<void> {
  const { code, retrySeconds, announce } = setback;
  const change: Updateable<DriveDatabase['drive_uploads']> = {
    code,
    attempts: setback.failures,
    leased_until: null,
    ...(retrySeconds === undefined
      ? { state: 'failed' as const }
      : { next_attempt_at: sql<Date>`clock_timestamp() + ${retrySeconds} * interval '1 second'` as never }),
    // Room that was promised at the session's start is gone.
    ...(code === 'DRIVE_FULL' && { session_uri: null, sent_bytes: 0 }),
  };
  await write(db, upload, change, async (trx) => {
    if (!announce) return;
    const { video_id: videoId, user_id: userId, variation } = upload;
    const nextTryAt = retrySeconds === undefined ? undefined : new Date(now.getTime() + retrySeconds * 1000);
    const payload = { videoId, userId, variation, code, nextTryAt };
    await enqueueEvent(trx, events.VideoDeliveryFailed, payload, now);
  });
}

/** Lets go of an upload as it is, so that the next process need not wait for the lease to end. */
export async function releaseUpload(db: Kysely<DriveDatabase>, upload: Upload, delaySeconds = 0): Promise<void> {
  await db
    .updateTable(TABLE)
    .set({
      leased_until: null,
      next_attempt_at: sql<Date>`greatest(next_attempt_at, clock_timestamp() + ${delaySeconds} * interval '1 second')`,
    })
    .where('id', '=', upload.id)
    .where('lease_token', '=', upload.lease_token)
    .execute();
}

export async function recordTrashed(db: Kysely<DriveDatabase>, upload: Upload): Promise<void> {
  await db
    .updateTable(TABLE)
    .set({ state: 'trashed', leased_until: null })
    .where('id', '=', upload.id)
    .where('lease_token', '=', upload.lease_token)
    .where('state', '=', 'trashing')
    .execute();
}

export async function deleteUpload(db: Kysely<DriveDatabase>, upload: Upload): Promise<void> {
  await db.deleteFrom(TABLE).where('id', '=', upload.id).where('lease_token', '=', upload.lease_token).execute();
}

/** Ends a video's waiting uploads (those before `variation`, if given); where bytes may lie there, they go to the trash. */
export async function dropWaiting(trx: Transaction<DriveDatabase>, videoId: string, variation?: number): Promise<void> {
  await trx
    .updateTable(TABLE)
    .set({
      state: sql`case when session_uri is null and web_view_link is null then 'cancelled' else 'trashing' end` as never,
      next_attempt_at: sql<Date>`clock_timestamp()`,
      attempts: 0,
    })
    .where('video_id', '=', videoId)
    .where('state', '=', 'waiting')
    .$if(variation !== undefined, (query) => query.where('variation', '<', variation ?? 0))
    .execute();
}
