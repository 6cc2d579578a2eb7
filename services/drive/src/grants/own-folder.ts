import type { TokenCipher } from '@reelwright/token-cipher';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { DriveFailure } from '../google/drive-failure.ts';
import type { GoogleDrive } from '../google/google-drive.ts';
import { findGrant, type Grant, saveOwnFolder, saveReservedFolder } from './grant.repository.ts';
import { decryptToken } from './refresh-token.ts';

export interface OwnDriveDeps {
  readonly db: Kysely<DriveDatabase>;
  readonly cipher: TokenCipher;
  /** The Drive that a refresh token gives access to. */
  readonly driveWith: (refreshToken: string) => GoogleDrive;
}

const ATTEMPTS = 5;

/** The user's own Drive. Each has a client of its own, which fetches an access token at its first call. */
export const ownDriveOf = ({ cipher, driveWith }: OwnDriveDeps, grant: Grant): GoogleDrive =>
  driveWith(decryptToken(cipher, grant));

/**
 * Finds the user's folder in their own Drive, or makes one if it is missing, deleted or trashed. Its id is reserved and
 * saved first, so that two processes, or a retry after a crash, make one folder. It is not shared: it is theirs.
 *
 * @throws DriveFailure
 */
export async function ensureOwnFolder(
  { db }: OwnDriveDeps,
  { id, user_id: userId }: Grant,
  drive: GoogleDrive,
  signal: AbortSignal,
): Promise<{ readonly userId: string; readonly folderId: string; readonly folderUrl: string }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const grant = await findGrant(db, id);
    if (!grant) throw new DriveFailure('DRIVE_UNAVAILABLE', 'the grant has just ended');
    const { folder_id: folderId, folder_url: folderUrl } = grant;
    if (folderId !== null) {
      const created = folderUrl === null ? await drive.createFolder({ id: folderId, userId }, signal) : 'exists';
      const folder = created === 'exists' ? await drive.find(folderId, signal) : created;
      if (folder && !folder.trashed) {
        if (folderUrl === null) await saveOwnFolder(db, id, { folderId, folderUrl: folder.webViewLink });
        return { userId, folderId, folderUrl: folder.webViewLink };
      }
    }
    await saveReservedFolder(db, id, folderId, await drive.reserveId(signal));
  }
  throw new DriveFailure('DRIVE_UNAVAILABLE', 'the folder was deleted each time it was made');
}
