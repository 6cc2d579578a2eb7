import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import type { Logger } from '@reelwright/logger';
import { enqueueEvent } from '@reelwright/outbox';
import type { ErasedItem } from '@reelwright/product';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { clearFolder, type FolderRow, postponeFolder, requireFolderLease } from '../folders/folder.repository.ts';
import type { GoogleDrive } from '../google/google-drive.ts';
import { deleteGrantsOf, listGrants } from '../grants/grant.repository.ts';
import { deleteConsentsOf } from '../own-drive/consents.ts';
import { type RevokeDeps, revokeGrant } from '../own-drive/revoke-grant.ts';
import { deleteUploadsOf, isUploading } from '../uploads/upload.repository.ts';
import { deleteVideosOf } from '../videos/video.repository.ts';

/** A running upload notices at its next lease renewal that it was cancelled. */
const RETRY_SECONDS = 2;

export interface EraseAccountDeps extends RevokeDeps {
  readonly db: Kysely<DriveDatabase>;
  readonly drive: GoogleDrive;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Erases all data of a deleted user in the operator's Drive, ends our access to their own, then erases the rows. Files in
 * their own Drive stay theirs. @throws DriveFailure, LeaseLost
 */
export async function eraseAccount(deps: EraseAccountDeps, row: FolderRow, signal: AbortSignal): Promise<void> {
  const { db, drive, clock, logger } = deps;
  const { user_id: userId } = row;
  if (await isUploading(db, userId)) {
    await postponeFolder(db, row, RETRY_SECONDS);
    return;
  }
  // Includes files of earlier folders and after a crash; the folder's content is deleted with it.
  const ids = new Set([...(row.folder_id ? [row.folder_id] : []), ...(await drive.listOf(userId, signal))]);
  for (const id of ids) await drive.remove(id, signal);
  for (const grant of await listGrants(db, userId)) await revokeGrant(deps, grant, signal);
  await eraseRows(db, row, clock.now());
  logger.info({ userId }, 'folder erased');
}

async function eraseRows(db: Kysely<DriveDatabase>, row: FolderRow, now: Date): Promise<void> {
  const { user_id: userId } = row;
  await db.transaction().execute(async (trx) => {
    await requireFolderLease(trx, row);
    const uploads = await deleteUploadsOf(trx, userId);
    await deleteVideosOf(trx, userId);
    await deleteConsentsOf(trx, userId);
    const grants = await deleteGrantsOf(trx, userId);
    await clearFolder(trx, row);
    const items: ErasedItem[] = [
      { kind: 'drive_folder', count: row.folder_id ? 1 : 0 },
      { kind: 'drive_video', count: uploads.delivered },
      { kind: 'upload_record', count: uploads.count },
      { kind: 'own_drive_access', count: grants },
      { kind: 'video_left_in_own_drive', count: uploads.inOwnDrive },
    ];
    await enqueueEvent(trx, events.AccountErased, { userId, service: 'drive', items, erasedAt: now }, now);
  });
}
