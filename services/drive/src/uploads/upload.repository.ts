import { events } from '@reelwright/contracts';
import { createQueue, type Lease, type Queue, requireLease } from '@reelwright/leases';
import { enqueueEvent } from '@reelwright/outbox';
import { currentTraceparent } from '@reelwright/tracing';
import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { appliesTo, type OutgoingEvent, transition, type Upload, type UploadEvent } from './upload.ts';

type Db = Kysely<DriveDatabase>;
type Trx = Transaction<DriveDatabase>;

const TABLE = 'drive_uploads';
const LEASE_MS = 30_000;

/** The upload was cancelled while it ran. */
export class UploadCancelled extends Error {}

/** Due uploads and files to put into the trash; waits are real time. */
export const uploadQueue = (db: Db): Queue<Upload> =>
  createQueue({
    db,
    table: TABLE,
    due: 'next_attempt_at',
    where: sql`state in ('waiting', 'trashing')`,
    now: () => new Date(),
    leaseMs: LEASE_MS,
  });

const leaseOf = (upload: Upload): Lease => ({ id: upload.id, token: upload.lease_token });

/** Applies an event to a claimed upload and publishes its effects. @throws LeaseLost, UploadCancelled */
export async function changeUpload(db: Db, claimed: Upload, event: UploadEvent, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const upload = await lockClaimed(trx, claimed);
    const result = transition(upload, event, new Date());
    if (!result) throw new UploadCancelled();
    await update(trx, upload, result.upload);
    const { video_id: videoId, variation } = upload;
    if (result.replacesEarlier) await changeUploadsOfVideo(trx, { videoId, before: variation }, { type: 'replaced' });
    if (result.publish) await publishUploadEvent(trx, result.upload, result.publish, now);
  });
}

/** Applies an event to all uploads of a video, to the one of `variation`, or to those `before` a variation. */
export async function changeUploadsOfVideo(
  trx: Trx,
  { videoId, variation, before }: { readonly videoId: string; readonly variation?: number; readonly before?: number },
  event: UploadEvent,
): Promise<void> {
  const uploads = await trx
    .selectFrom(TABLE)
    .selectAll()
    .where('video_id', '=', videoId)
    .where('state', 'in', appliesTo[event.type])
    .$if(variation !== undefined, (query) => query.where('variation', '=', variation as number))
    .$if(before !== undefined, (query) => query.where('variation', '<', before as number))
    .orderBy('variation')
    .forUpdate()
    .execute();
  await changeAll(trx, uploads, event);
}

export async function changeUploadsOfUser(trx: Trx, userId: string, event: UploadEvent): Promise<void> {
  const uploads = await trx
    .selectFrom(TABLE)
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', 'in', appliesTo[event.type])
    .orderBy('id')
    .forUpdate()
    .execute();
  await changeAll(trx, uploads, event);
}

async function changeAll(trx: Trx, uploads: readonly Upload[], event: UploadEvent): Promise<void> {
  for (const upload of uploads) await update(trx, upload, transition(upload, event, new Date())?.upload ?? upload);
}

export async function insertUpload(
  trx: Trx,
  upload: Pick<Upload, 'video_id' | 'variation' | 'user_id' | 'grant_id' | 'state' | 'media_key' | 'generated_at'>,
): Promise<void> {
  await trx
    .insertInto('drive_uploads')
    .values({ ...upload, traceparent: currentTraceparent() ?? null })
    .onConflict((conflict) => conflict.columns(['video_id', 'variation']).doNothing())
    .execute();
}

/** Whether a later variation of the video has been made. */
export async function isOutdated(trx: Trx, videoId: string, variation: number): Promise<boolean> {
  const newerUpload = await trx
    .selectFrom(TABLE)
    .select('id')
    .where('video_id', '=', videoId)
    .where('variation', '>', variation)
    .limit(1)
    .executeTakeFirst();
  return newerUpload !== undefined;
}

/** Whether one of the user's uploads is running. */
export async function isUploading(db: Db, userId: string): Promise<boolean> {
  const runningUpload = await db
    .selectFrom(TABLE)
    .select('id')
    .where('user_id', '=', userId)
    .where('leased_until', '>', new Date())
    .limit(1)
    .executeTakeFirst();
  return runningUpload !== undefined;
}

/** Whether uploads or files to put into the trash still need a grant. */
export async function needsGrant(db: Db, grantId: string, userId: string): Promise<boolean> {
  const openUpload = await db
    .selectFrom(TABLE)
    .select('id')
    .where('user_id', '=', userId)
    .where('grant_id', '=', grantId)
    .where('state', 'in', ['waiting', 'trashing'])
    .limit(1)
    .executeTakeFirst();
  return openUpload !== undefined;
}

/** The uploads of a grant that wait: how many, until when, and whether its Drive is full. */
export async function readWaiting(
  db: Db,
  grantId: string,
  userId: string,
): Promise<{ count: number; isFull: boolean; nextAttemptAt: Date | null }> {
  const { count, full, next } = await db
    .selectFrom(TABLE)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('code', '=', 'OWN_DRIVE_FULL').as('full'),
      fn.min('next_attempt_at').as('next'),
    ])
    .where('user_id', '=', userId)
    .where('grant_id', '=', grantId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return { count: Number(count), isFull: Number(full) > 0, nextAttemptAt: next };
}

/** @throws LeaseLost, UploadCancelled */
export async function renewUpload(db: Db, claimed: Upload): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id, state } = await lockClaimed(trx, claimed);
    if (state !== 'waiting') throw new UploadCancelled();
    const leasedUntil = sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`;
    await trx
      .updateTable('drive_uploads')
      .set({ leased_until: leasedUntil as never })
      .where('id', '=', id)
      .execute();
  });
}

/** Releases the lease, so that the next process need not wait until it expires. */
export async function releaseUpload(db: Db, claimed: Upload): Promise<void> {
  await db
    .updateTable('drive_uploads')
    .set({ leased_until: null })
    .where('id', '=', claimed.id)
    .where('lease_token', '=', claimed.lease_token)
    .execute();
}

export async function deleteUpload(db: Db, claimed: Upload): Promise<void> {
  await db
    .deleteFrom('drive_uploads')
    .where('id', '=', claimed.id)
    .where('lease_token', '=', claimed.lease_token)
    .execute();
}

/** @returns the number of deleted uploads, and of those that were delivered: to the operator's Drive, to the user's own */
export async function deleteUploadsOf(
  trx: Trx,
  userId: string,
): Promise<{ count: number; delivered: number; inOwnDrive: number }> {
  const deletedRows = await trx
    .deleteFrom('drive_uploads')
    .where('user_id', '=', userId)
    .returning(['state', 'grant_id'])
    .execute();
  const delivered = deletedRows.filter(({ state }) => state === 'delivered');
  const inOwnDrive = delivered.filter(({ grant_id: grantId }) => grantId !== null).length;
  return { count: deletedRows.length, delivered: delivered.length - inOwnDrive, inOwnDrive };
}

async function lockClaimed(trx: Trx, claimed: Upload): Promise<Upload> {
  await requireLease(trx, TABLE, leaseOf(claimed));
  return trx.selectFrom(TABLE).selectAll().where('id', '=', claimed.id).executeTakeFirstOrThrow();
}

/** Writes the columns that differ. */
async function update(trx: Trx, before: Upload, after: Upload): Promise<void> {
  const names = (Object.keys(after) as (keyof Upload)[]).filter((name) => after[name] !== before[name]);
  if (names.length === 0) return;
  const columns = Object.fromEntries(names.map((name) => [name, after[name]])) as Updateable<
    DriveDatabase['drive_uploads']
  >;
  await trx.updateTable('drive_uploads').set(columns).where('id', '=', before.id).execute();
}

async function publishUploadEvent(trx: Trx, upload: Upload, event: OutgoingEvent, now: Date): Promise<void> {
  const { video_id: videoId, user_id: userId, variation } = upload;
  if (event.type === 'delivered') {
    const { folderUrl } = event;
    const file = { fileId: upload.file_id ?? '', webViewLink: upload.web_view_link ?? '', folderUrl, deliveredAt: now };
    const payload = { videoId, userId, variation, ...file, grantId: upload.grant_id ?? '' };
    await enqueueEvent(trx, events.VideoDelivered, payload, now);
    return;
  }
  const { code, retrySeconds } = event;
  const nextTryAt = retrySeconds === undefined ? undefined : new Date(now.getTime() + retrySeconds * 1000);
  const payload = { videoId, userId, variation, code, nextTryAt };
  await enqueueEvent(trx, events.VideoDeliveryFailed, payload, now);
}
