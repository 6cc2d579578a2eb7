import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { holdLease, LeaseLost } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import { UserNotFound } from '../folders/ensure-folder.ts';
import { DriveFailure, isUpToOwner, ofOwnDrive } from '../google/drive-failure.ts';
import { type Grant, saveAcceptance } from '../grants/grant.repository.ts';
import {
  type Destination,
  type DestinationDeps,
  destinationOf,
  isAccessLost,
  mustMove,
  nextGrantOf,
} from './destination.ts';
import { type SendFileDeps, sendFile } from './send-file.ts';
import { changeUpload, deleteUpload, releaseUpload, renewUpload, UploadCancelled } from './upload.repository.ts';
import type { Upload } from './upload.ts';

export type DeliverDeps = DestinationDeps & SendFileDeps & { readonly clock: Clock; readonly logger: Logger };

const HEARTBEAT_MS = 5_000;

/** How an attempt ended; the label of its metric. `up_to_owner`: the user has to act, not the operator. */
export const outcomes = ['delivered', 'trashed', 'failed', 'given_up', 'interrupted', 'moved', 'up_to_owner'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Delivers one video under the upload's lease: folder → file → sharing → done. Each step is saved before the next, so
 * that a retry after a crash ends with the same folder and one file.
 */
export async function deliverVideo(deps: DeliverDeps, upload: Upload, stopping: AbortSignal): Promise<Outcome> {
  const { db, logger } = deps;
  const log = logger.child({ videoId: upload.video_id, variation: upload.variation, userId: upload.user_id });
  const lease = holdLease({ renew: () => renewUpload(db, upload), everyMs: HEARTBEAT_MS, logger: log, isLost });
  const signal = AbortSignal.any([stopping, lease.lost]);
  let destination: Destination | undefined;
  try {
    destination = await destinationOf(deps, upload);
    if (!destination || (await mustMove(destination, upload, signal))) return await moveUpload(deps, upload);
    await deliverTo(deps, destination, upload, signal);
    return 'delivered';
  } catch (error) {
    if (isLost(error) || signal.aborted) {
      log.info({ err: error }, 'the upload was interrupted or cancelled');
      await releaseUpload(db, upload);
      return 'interrupted';
    }
    return await recordFailure(deps, { upload, grant: destination?.grant }, error).catch((lateError: unknown) => {
      if (!isLost(lateError)) throw lateError;
      return releaseUpload(db, upload).then(() => 'interrupted' as const);
    });
  } finally {
    await lease.stop();
  }
}

async function deliverTo(
  deps: DeliverDeps,
  { grant, drive, ensureFolder, share }: Destination,
  upload: Upload,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, logger } = deps;
  const folder = await ensureFolder(signal);
  await sendFile({ ...deps, drive }, upload, folder.folderId, signal);
  await share(folder, signal);
  const now = clock.now();
  await changeUpload(db, upload, { type: 'delivered', folderUrl: folder.folderUrl, at: now }, now);
  if (grant) await saveAcceptance(db, grant, 'active');
  const { video_id: videoId, variation, user_id: userId } = upload;
  const durationMs = Date.now() - upload.generated_at.getTime();
  logger.info({ videoId, variation, userId, durationMs, isOwnDrive: grant !== undefined }, 'video delivered');
}

async function moveUpload(deps: DeliverDeps, upload: Upload): Promise<Outcome> {
  const to = await nextGrantOf(deps, upload.user_id);
  await changeUpload(deps.db, upload, { type: 'moved', to }, deps.clock.now());
  return 'moved';
}

const isLost = (error: unknown): boolean => error instanceof LeaseLost || error instanceof UploadCancelled;

/** Fails the upload for a permanent error; retries it later for any other. */
async function recordFailure(
  { db, clock, logger }: DeliverDeps,
  { upload, grant }: { upload: Upload; grant: Grant | undefined },
  thrown: unknown,
): Promise<Outcome> {
  const log = logger.child({ videoId: upload.video_id, variation: upload.variation, userId: upload.user_id });
  const error = grant ? ofOwnDrive(thrown) : thrown;
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
  if (grant && code === 'OWN_DRIVE_ACCESS_LOST') await saveAcceptance(db, grant, 'lost');
  const level = code === 'DRIVE_ACCESS_LOST' || !isKnown ? 'error' : isUpToOwner(code) ? 'info' : 'warn';
  log[level]({ err: error, cause: (error as Error).cause, code }, 'not delivered yet');
  const retryAfterSeconds = isKnown ? error.retryAfterSeconds : undefined;
  await changeUpload(
    db,
    upload,
    { type: 'attempt_failed', code, dueAt: upload.next_attempt_at, retryAfterSeconds },
    clock.now(),
  );
  return isUpToOwner(code) ? 'up_to_owner' : 'failed';
}

/** Puts the file of a replaced or cancelled upload into the trash of the Drive that it is in. */
export async function trashFile(deps: DeliverDeps, upload: Upload, stopping: AbortSignal): Promise<Outcome> {
  const { db, clock, logger } = deps;
  try {
    const destination = await destinationOf(deps, upload);
    if (destination && upload.file_id) await destination.drive.trash(upload.file_id, stopping);
    const type = destination ? 'file_trashed' : 'file_out_of_reach';
    await changeUpload(db, upload, { type }, clock.now());
    return 'trashed';
  } catch (error) {
    if (isLost(error) || stopping.aborted) {
      await releaseUpload(db, upload);
      return 'interrupted';
    }
    if (upload.grant_id !== null && isAccessLost(error)) {
      await changeUpload(db, upload, { type: 'file_out_of_reach' }, clock.now());
      return 'trashed';
    }
    logger.warn({ err: error, videoId: upload.video_id }, 'a file could not be put into the trash yet');
    await changeUpload(db, upload, { type: 'trash_failed' }, clock.now());
    return 'failed';
  }
}
