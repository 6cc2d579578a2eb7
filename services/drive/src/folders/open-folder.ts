import { AppError } from '@reelwright/errors';
import { DriveFailure, ofOwnDrive } from '../google/drive-failure.ts';
import { findCurrentGrant, type Grant, saveAcceptance } from '../grants/grant.repository.ts';
import { ensureOwnFolder, type OwnDriveDeps, ownDriveOf } from '../grants/own-folder.ts';
import { ensureFolder, type FolderDeps, shareFolder, UserNotFound } from './ensure-folder.ts';
import { findFolder } from './folder.repository.ts';
import { countSharing, type SharingLimitDeps } from './sharing-limit.ts';

const DEADLINE_MS = 5_000;

export type OpenFolderDeps = FolderDeps & OwnDriveDeps & SharingLimitDeps;

/**
 * The URL of the user's folder in the Drive that new videos go to. It is made and shared if needed; the URL of a known
 * folder is returned even while Drive is unavailable. @param address the caller's IP address
 * @throws AppError FOLDER_NOT_READY, FOLDERS_OF_NETWORK_USED; DriveFailure
 */
export async function openFolder(deps: OpenFolderDeps, userId: string, address: string): Promise<string> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const grant = await findCurrentGrant(deps.db, userId);
  if (grant) return openOwnFolder(deps, grant, signal);
  const isShared = (await findFolder(deps.db, userId))?.shared_with;
  const uncount = isShared ? undefined : await countSharing(deps, userId, address);
  try {
    const folder = await ensureFolder(deps, userId, signal);
    await shareFolder(deps, folder, signal);
    return folder.folderUrl;
  } catch (error) {
    await uncount?.();
    if (error instanceof UserNotFound) throw folderNotReady(error);
    const isSharingRejected = error instanceof DriveFailure && error.code === 'DRIVE_SHARING_REFUSED';
    const storedFolder = await findFolder(deps.db, userId);
    if (!isSharingRejected && storedFolder?.state === 'ready' && storedFolder.folder_url && storedFolder.shared_with) {
      deps.logger.warn({ err: error, userId }, 'the folder could not be checked; the stored one is returned');
      return storedFolder.folder_url;
    }
    throw signal.aborted ? folderNotReady(error) : error;
  }
}

async function openOwnFolder(deps: OpenFolderDeps, grant: Grant, signal: AbortSignal): Promise<string> {
  try {
    const { folderUrl } = await ensureOwnFolder(deps, grant, ownDriveOf(deps, grant), signal);
    await saveAcceptance(deps.db, grant, 'active');
    return folderUrl;
  } catch (thrown) {
    const error = ofOwnDrive(thrown);
    if (error instanceof DriveFailure && error.code === 'OWN_DRIVE_ACCESS_LOST') {
      await saveAcceptance(deps.db, grant, 'lost');
    }
    if (grant.folder_url) return grant.folder_url;
    throw signal.aborted ? folderNotReady(error) : error;
  }
}

export function folderNotReady(cause?: unknown): AppError {
  return new AppError('NOT_FOUND', 'FOLDER_NOT_READY', 'Your folder is not ready yet. Try again in a moment.', {
    cause,
  });
}
