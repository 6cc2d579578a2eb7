import type { AuthServiceClient } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { DriveFailure } from '../google/drive-failure.ts';
import type { DriveFile, GoogleDrive } from '../google/google-drive.ts';
import {
  type FolderRow,
  findFolder,
  placeFolder,
  recordFolder,
  recordSharing,
  rememberEmail,
} from './folder.repository.ts';

/** The points at which tests let the process die: Google has done what is not kept yet. */
export type FolderCheckpoint = 'folder-made' | 'folder-shared';

export interface FolderDeps {
  readonly db: Kysely<DriveDatabase>;
  readonly drive: GoogleDrive;
  readonly auth: Pick<GrpcClient<AuthServiceClient>, 'getUser'>;
  /** Does nothing, except in tests. */
  readonly checkpoint: (name: FolderCheckpoint) => Promise<void>;
}

export interface Folder {
  readonly userId: string;
  readonly folderId: string;
  readonly folderUrl: string;
}

/** Nobody has this id any more. */
export class UserGone extends AppError {
  constructor() {
    super('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.');
  }
}

const ROUNDS = 5;

/**
 * The user's folder, made when there is none, made anew when it was deleted or trashed. Its id is reserved and kept
 * before it is made, so that whoever comes second, or again after a crash, finds the same folder.
 *
 * @throws DriveFailure, UserGone
 */
export async function ensureFolder(deps: FolderDeps, userId: string, signal: AbortSignal): Promise<Folder> {
  const { db, drive } = deps;
  for (let round = 0; round < ROUNDS; round++) {
    const row = await requireRow(deps, userId);
    const folderId = row.folder_id;
    const found = folderId === null ? undefined : await findOrMake(drive, row, folderId, signal);
    if (folderId === null || !found || found.trashed) {
      await placeFolder(db, userId, folderId, await drive.reserveId(signal));
      continue;
    }
    if (row.state === 'ready') return { userId, folderId, folderUrl: row.folder_url ?? found.webViewLink };
    await deps.checkpoint('folder-made');
    await recordFolder(db, userId, folderId, found.webViewLink);
    const after = await findFolder(db, userId);
    // Deleted while it was made: the eraser may have looked before it was there.
    if (!after || after.state === 'erasing' || after.state === 'erased') await drive.remove(folderId, signal);
  }
  throw new DriveFailure('DRIVE_UNAVAILABLE', 'the folder is deleted as fast as it is made');
}

async function findOrMake(
  drive: GoogleDrive,
  row: FolderRow,
  id: string,
  signal: AbortSignal,
): Promise<DriveFile | undefined> {
  if (row.state === 'ready') return drive.find(id, signal);
  const made = await drive.createFolder({ id, userId: row.user_id }, signal);
  return made === 'exists' ? drive.find(id, signal) : made;
}

/** Lets the user's address read the folder, and no longer the address they had before. Never a public link. */
export async function shareFolder(deps: FolderDeps, folder: Folder, signal: AbortSignal): Promise<void> {
  const { db, drive } = deps;
  const { userId, folderId } = folder;
  const row = await requireRow(deps, userId);
  const email = row.email;
  if (email === null || row.folder_id !== folderId || row.shared_with === email) return;
  if (row.permission_id) await drive.unshare(folderId, row.permission_id, signal);
  const permissionId = await drive.share(folderId, email, signal);
  await deps.checkpoint('folder-shared');
  await recordSharing(db, userId, folderId, { email, permissionId });
}

/** What is kept of the user; auth is asked about someone no event has told of. @throws UserGone */
async function requireRow({ db, auth }: FolderDeps, userId: string): Promise<FolderRow> {
  const known = await findFolder(db, userId);
  if (known?.state === 'erasing' || known?.state === 'erased') throw new UserGone();
  if (known && known.email !== null) return known;
  const { email } = await auth.getUser({ userId }).catch((error: unknown) => {
    throw error instanceof AppError && error.kind === 'NOT_FOUND' ? new UserGone() : error;
  });
  await rememberEmail(db, userId, email);
  const row = await findFolder(db, userId);
  if (!row || row.state === 'erasing' || row.state === 'erased') throw new UserGone();
  return row;
}
