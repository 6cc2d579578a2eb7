import { AppError } from '@reelwright/errors';
import type { Logger } from '@reelwright/logger';
import { DriveFailure } from '../google/drive-failure.ts';
import { ensureFolder, type FolderDeps, shareFolder, UserGone } from './ensure-folder.ts';
import { findFolder } from './folder.repository.ts';

const DEADLINE_MS = 5_000;

/**
 * The address of the user's folder, made and shared now if need be. A folder that was there is answered even while
 * Drive is away: the person opens it at Google, not through us.
 *
 * @throws AppError FOLDER_NOT_READY, DRIVE_FULL, DRIVE_SHARING_REFUSED, DRIVE_ACCESS_LOST, DRIVE_UNAVAILABLE
 */
export async function openFolder(deps: FolderDeps & { logger: Logger }, userId: string): Promise<string> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const folder = await ensureFolder(deps, userId, signal);
    await shareFolder(deps, folder, signal);
    return folder.folderUrl;
  } catch (error) {
    if (error instanceof UserGone) throw notReady(error);
    const refused = error instanceof DriveFailure && error.code === 'DRIVE_SHARING_REFUSED';
    const known = await findFolder(deps.db, userId);
    if (!refused && known?.state === 'ready' && known.folder_url && known.shared_with) {
      deps.logger.warn({ err: error, userId }, 'the folder could not be looked at; answered as known');
      return known.folder_url;
    }
    throw signal.aborted ? notReady(error) : error;
  }
}

export function notReady(cause?: unknown): AppError {
  return new AppError('NOT_FOUND', 'FOLDER_NOT_READY', 'Your folder is not ready yet. Try again in a moment.', {
    cause,
  });
}
