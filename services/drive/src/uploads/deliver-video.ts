import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { holdLease, LeaseLost } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import { ensureFolder, type FolderDeps, shareFolder, UserNotFound } from '../folders/ensure-folder.ts';
import { DriveFailure } from '../google/drive-failure.ts';
import { type SendFileDeps, sendFile } from './send-file.ts';
import { changeUpload, deleteUpload, releaseUpload, renewUpload, UploadCancelled } from './upload.repository.ts';
import type { Upload } from './upload.ts';

export type DeliverDeps = FolderDeps & SendFileDeps & { readonly clock: Clock; readonly logger: Logger };

const HEARTBEAT_MS = 5_000;

/** How an attempt ended; the label of its metric. */
export const outcomes = ['delivered', 'trashed', 'failed', 'given_up', 'interrupted'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Delivers one video under the upload's lease: folder → file → sharing → done. Each step is saved before the next, so
 * that a retry after a crash ends with the same folder and one file.
 */
export async function deliverVideo(deps: DeliverDeps, upload: Upload, stopping: AbortSignal): Promise<Outcome> {
  const { db, clock, logger } = deps;
  const log = logger.child({ videoId: upload.video_id, variation: upload.variation, userId: upload.user_id });
  const lease = holdLease({ renew: () => renewUpload(db, upload), everyMs: HEARTBEAT_MS, logger: log, isLost });
  const signal = AbortSignal.any([stopping, lease.lost]);
  try {
    const folder = await ensureFolder(deps, upload.user_id, signal);
    await sendFile(deps, upload, folder.folderId, signal);
    await shareFolder(deps, folder, signal);
    const now = clock.now();
    await changeUpload(db, upload, { type: 'delivered', folderUrl: folder.folderUrl, at: now }, now);
    log.info({ durationMs: Date.now() - upload.generated_at.getTime() }, 'video delivered');
    return 'delivered';
  } catch (error) {
    if (isLost(error) || signal.aborted) {
      log.info({ err: error }, 'the upload was interrupted or cancelled');
      await releaseUpload(db, upload);
      return 'interrupted';
    }
    return await recordFailure(deps, upload, error).catch((lateError: unknown) => {
      if (!isLost(lateError)) throw lateError;
      return releaseUpload(db, upload).then(() => 'interrupted' as const);
    });
  } finally {
    await lease.stop();
  }
}

const isLost = (error: unknown): boolean => error instanceof LeaseLost || error instanceof UploadCancelled;

/** Fails the upload for a permanent error; retries it later for any other. */
async function recordFailure({ db, clock, logger }: DeliverDeps, upload: Upload, error: unknown): Promise<Outcome> {
  const log = logger.child({ videoId: upload.video_id, variation: upload.variation, userId: upload.user_id });
  if (error instanceof UserNotFound) {
    log.info('the account is deleted; nothing is delivered');
    await deleteUpload(db, upload);
    return 'given_up';
  }
  if (error instanceof AppError && error.code === 'NO_SUCH_OBJECT') {
    log.error({ err: error }, 'the video file is missing; the delivery has failed');
    await changeUpload(db, upload, { type: 'media_missing' }, clock.now());
    return 'given_up';
  }
  const isKnown = error instanceof DriveFailure;
  const code = isKnown ? error.code : 'DRIVE_UNAVAILABLE';
  const level = code === 'DRIVE_ACCESS_LOST' || !isKnown ? 'error' : 'warn';
  log[level]({ err: error, cause: (error as Error).cause, code }, 'not delivered yet');
  const retryAfterSeconds = isKnown ? error.retryAfterSeconds : undefined;
  await changeUpload(db, upload, { type: 'attempt_failed', code, retryAfterSeconds }, clock.now());
  return 'failed';
}

/** Puts the file of a replaced or cancelled upload into the trash. */
export async function trashFile(deps: DeliverDeps, upload: Upload, stopping: AbortSignal): Promise<Outcome> {
  const { db, drive, clock, logger } = deps;
  try {
    if (upload.file_id) await drive.trash(upload.file_id, stopping);
    await changeUpload(db, upload, { type: 'file_trashed' }, clock.now());
    return 'trashed';
  } catch (error) {
    if (isLost(error) || stopping.aborted) {
      await releaseUpload(db, upload);
      return 'interrupted';
    }
    logger.warn({ err: error, videoId: upload.video_id }, 'a file could not be put into the trash yet');
    await changeUpload(db, upload, { type: 'trash_failed' }, clock.now());
    return 'failed';
  }
}
