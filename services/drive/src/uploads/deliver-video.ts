import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { holdLease, LeaseLost } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import { ensureFolder, type FolderDeps, shareFolder, UserGone } from '../folders/ensure-folder.ts';
import { DriveFailure, retryDelaySeconds } from '../google/drive-failure.ts';
import { type SendFileDeps, sendFile } from './send-file.ts';
import {
  deleteUpload,
  finishUpload,
  keepUpload,
  NotWanted,
  recordTrashed,
  releaseUpload,
  setBack,
  type Upload,
} from './upload.repository.ts';

export type DeliverDeps = FolderDeps & SendFileDeps & { readonly clock: Clock; readonly logger: Logger };

const HEARTBEAT_MS = 5_000;
const TRASH_RETRY_SECONDS = 300;

/** How one try ended; the label of its metric. */
export type Outcome = 'delivered' | 'trashed' | 'set_back' | 'dropped' | 'interrupted';

/**
 * Brings one video into its user's folder under the upload's lease: folder → file → sharing → done, each step kept
 * before the next, so that whoever takes it up after a crash ends with the same folder and the same one file.
 */
export async function deliverVideo(deps: DeliverDeps, upload: Upload, stopping: AbortSignal): Promise<Outcome> {
  const { db, clock, logger } = deps;
  const log = logger.child({ videoId: upload.video_id, variation: upload.variation, userId: upload.user_id });
  const lease = holdLease({ renew: () => keepUpload(db, upload), everyMs: HEARTBEAT_MS, logger: log, isLost });
  const signal = AbortSignal.any([stopping, lease.lost]);
  try {
    const folder = await ensureFolder(deps, upload.user_id, signal);
    await sendFile(deps, upload, folder.folderId, signal);
    await shareFolder(deps, folder, signal);
    await finishUpload(db, upload, folder.folderUrl, clock.now());
    log.info({ durationMs: Date.now() - upload.generated_at.getTime() }, 'video delivered');
    return 'delivered';
  } catch (error) {
    if (isLost(error) || signal.aborted) {
      log.info({ err: error }, 'this upload is no longer ours or no longer wanted');
      await releaseUpload(db, upload);
      return 'interrupted';
    }
    return await settle(deps, upload, error).catch((late: unknown) => {
      if (!isLost(late)) throw late;
      return releaseUpload(db, upload).then(() => 'interrupted' as const);
    });
  } finally {
    await lease.stop();
  }
}

const isLost = (error: unknown): boolean => error instanceof LeaseLost || error instanceof NotWanted;

/** Ends what will not change, gives back what may. */
async function settle({ db, clock, logger }: DeliverDeps, upload: Upload, error: unknown): Promise<Outcome> {
  const log = logger.child({ videoId: upload.video_id, variation: upload.variation, userId: upload.user_id });
  if (error instanceof UserGone) {
    log.info('the user is gone; nothing is delivered');
    await deleteUpload(db, upload);
    return 'dropped';
  }
  if (error instanceof AppError && error.code === 'NO_SUCH_OBJECT') {
    log.error({ err: error }, 'the video file is gone; given up');
    await setBack(db, upload, { code: 'MEDIA_MISSING', failures: 1, announce: true }, clock.now());
    return 'dropped';
  }
  const code = error instanceof DriveFailure ? error.code : 'DRIVE_UNAVAILABLE';
  const failures = upload.code === code ? upload.attempts + 1 : 1;
  const asked = error instanceof DriveFailure ? error.retryAfterSeconds : undefined;
  const retrySeconds = retryDelaySeconds(code, failures, asked);
  const loud = code === 'DRIVE_ACCESS_LOST' || !(error instanceof DriveFailure);
  log[loud ? 'error' : 'warn']({ err: error, cause: (error as Error).cause, code, retrySeconds }, 'not delivered yet');
  // A single hiccup is over before anyone could act on it.
  const announce = code !== 'DRIVE_UNAVAILABLE' || failures > 1;
  await setBack(db, upload, { code, failures, retrySeconds, announce }, clock.now());
  return 'set_back';
}

/** Puts a file that a newer take has replaced, or that nobody wants, into the trash. */
export async function discardFile(deps: DeliverDeps, upload: Upload, stopping: AbortSignal): Promise<Outcome> {
  const { db, drive, logger } = deps;
  try {
    if (upload.file_id) await drive.trash(upload.file_id, stopping);
    await recordTrashed(db, upload);
    return 'trashed';
  } catch (error) {
    if (!stopping.aborted) logger.warn({ err: error, videoId: upload.video_id }, 'a file could not be trashed yet');
    await releaseUpload(db, upload, stopping.aborted ? 0 : TRASH_RETRY_SECONDS);
    return 'set_back';
  }
}
