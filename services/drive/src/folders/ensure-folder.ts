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
  saveFolder,
  saveMissingEmail,
  saveReservedId,
  saveSharing,
} from './folder.repository.ts';

/** The points at which tests kill the process: Google has done a step that is not saved yet. */
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

/** The account was deleted or never existed. */
export class UserNotFound extends AppError {
  constructor() {
    super('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.');
  }
}

const ATTEMPTS = 5;

/**
 * Finds the user's folder, or makes one if it is missing, deleted or trashed. Its id is reserved and saved first, so
 * that two processes, or a retry after a crash, make one folder.
 *
 * @throws DriveFailure, UserNotFound
 */
export async function ensureFolder(deps: FolderDeps, userId: string, signal: AbortSignal): Promise<Folder> {
  const { db, drive } = deps;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = await requireRow(deps, userId);
    const folderId = row.folder_id;
    const folder = folderId === null ? undefined : await findOrCreate(drive, row, folderId, signal);
    if (folderId === null || !folder || folder.trashed) {
      await saveReservedId(db, userId, folderId, await drive.reserveId(signal));
      continue;
    }
    if (row.state === 'ready') return { userId, folderId, folderUrl: row.folder_url ?? folder.webViewLink };
    await deps.checkpoint('folder-made');
    await saveFolder(db, userId, { folderId, folderUrl: folder.webViewLink });
    const after = await findFolder(db, userId);
    // The account was deleted meanwhile; its erasure may have run before the folder was made.
    if (!after || after.state === 'erasing' || after.state === 'erased') await drive.remove(folderId, signal);
  }
  throw new DriveFailure('DRIVE_UNAVAILABLE', 'the folder was deleted each time it was made');
}

async function findOrCreate(
  drive: GoogleDrive,
  row: FolderRow,
  id: string,
  signal: AbortSignal,
): Promise<DriveFile | undefined> {
  if (row.state === 'ready') return drive.find(id, signal);
  const created = await drive.createFolder({ id, userId: row.user_id }, signal);
  return created === 'exists' ? drive.find(id, signal) : created;
}

/** Shares the folder with the user's current e-mail only. Never by a public link. */
export async function shareFolder(deps: FolderDeps, folder: Folder, signal: AbortSignal): Promise<void> {
  const { db, drive } = deps;
  const { userId, folderId } = folder;
  const row = await requireRow(deps, userId);
  const email = row.email;
  if (email === null || row.folder_id !== folderId || row.shared_with === email) return;
  if (row.permission_id) await drive.unshare(folderId, row.permission_id, signal);
  const permissionId = await drive.share(folderId, email, signal);
  await deps.checkpoint('folder-shared');
  await saveSharing(db, userId, folderId, { email, permissionId });
}

/** The user's row; reads the e-mail from auth if no event has brought it yet. @throws UserNotFound */
async function requireRow({ db, auth }: FolderDeps, userId: string): Promise<FolderRow> {
  const existingRow = await findFolder(db, userId);
  if (existingRow?.state === 'erasing' || existingRow?.state === 'erased') throw new UserNotFound();
  if (existingRow && existingRow.email !== null) return existingRow;
  const { email } = await auth.getUser({ userId }).catch((error: unknown) => {
    throw error instanceof AppError && error.kind === 'NOT_FOUND' ? new UserNotFound() : error;
  });
  await saveMissingEmail(db, userId, email);
  const row = await findFolder(db, userId);
  if (!row || row.state === 'erasing' || row.state === 'erased') throw new UserNotFound();
  return row;
}
