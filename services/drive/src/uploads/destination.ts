import { ensureFolder, type Folder, type FolderDeps, shareFolder } from '../folders/ensure-folder.ts';
import { DriveFailure, ofOwnDrive } from '../google/drive-failure.ts';
import type { GoogleDrive } from '../google/google-drive.ts';
import { findCurrentGrant, findGrant, type Grant } from '../grants/grant.repository.ts';
import { ensureOwnFolder, type OwnDriveDeps, ownDriveOf } from '../grants/own-folder.ts';
import { hasBytes, type Upload } from './upload.ts';

export type DestinationDeps = FolderDeps & OwnDriveDeps;

/** Where a video goes: a Drive and its user's folder there. */
export interface Destination {
  /** Undefined: the operator's Drive. */
  readonly grant?: Grant;
  readonly drive: GoogleDrive;
  ensureFolder(signal: AbortSignal): Promise<Folder>;
  /** Lets the user read the folder. */
  share(folder: Folder, signal: AbortSignal): Promise<void>;
}

/** The destination that is stored with an upload; undefined if its grant no longer exists. */
export async function destinationOf(deps: DestinationDeps, upload: Upload): Promise<Destination | undefined> {
  const { user_id: userId, grant_id: grantId } = upload;
  if (grantId === null) {
    return {
      drive: deps.drive,
      ensureFolder: (signal) => ensureFolder(deps, userId, signal),
      share: (folder, signal) => shareFolder(deps, folder, signal),
    };
  }
  const grant = await findGrant(deps.db, grantId);
  if (!grant) return undefined;
  const drive = ownDriveOf(deps, grant);
  return {
    grant,
    drive,
    ensureFolder: (signal) => ensureOwnFolder(deps, grant, drive, signal),
    share: async () => undefined,
  };
}

/**
 * Whether an upload has to leave its destination because the grant has ended. A file that is complete there stays there;
 * if Google no longer lets us look, the file is uploaded again elsewhere. @throws DriveFailure
 */
export async function mustMove(
  { grant, drive }: Pick<Destination, 'grant' | 'drive'>,
  upload: Upload,
  signal: AbortSignal,
): Promise<boolean> {
  if (grant?.state !== 'ending') return false;
  if (!hasBytes(upload) || upload.file_id === null) return true;
  try {
    const file = await drive.find(upload.file_id, signal);
    return !file || file.trashed;
  } catch (error) {
    if (isAccessLost(error)) return true;
    throw error;
  }
}

/** The grant that the uploads of an ended one go by; null: the operator's Drive. */
export async function nextGrantOf({ db }: DestinationDeps, userId: string): Promise<string | null> {
  return (await findCurrentGrant(db, userId))?.id ?? null;
}

/** Whether Google no longer accepts the grant of an own Drive. */
export function isAccessLost(error: unknown): boolean {
  const failure = ofOwnDrive(error);
  return failure instanceof DriveFailure && failure.code === 'OWN_DRIVE_ACCESS_LOST';
}
