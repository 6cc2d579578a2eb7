import { LeaseLost } from '@reelwright/leases';
import { ensureFolder, type FolderDeps, shareFolder } from '../folders/ensure-folder.ts';
import { type FolderRow, postponeFolder } from '../folders/folder.repository.ts';
import { DriveFailure } from '../google/drive-failure.ts';
import { type EraseAccountDeps, eraseAccount } from './erase-account.ts';

const RETRY_SECONDS = 300;

export type MaintainFolderDeps = FolderDeps & EraseAccountDeps;

/** Erases the folder of a deleted user, or shares a folder with its user's new e-mail. */
export async function maintainFolder(deps: MaintainFolderDeps, row: FolderRow, stopping: AbortSignal): Promise<void> {
  const { db, logger } = deps;
  try {
    if (row.state === 'erasing') await eraseAccount(deps, row, stopping);
    else {
      await shareFolder(deps, await ensureFolder(deps, row.user_id, stopping), stopping);
      await postponeFolder(db, row, 0);
    }
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (!stopping.aborted)
      logger.warn({ err: error, userId: row.user_id }, 'the folder could not be shared or erased; it is retried later');
    const retryAfterSeconds = error instanceof DriveFailure ? (error.retryAfterSeconds ?? 0) : 0;
    await postponeFolder(db, row, stopping.aborted ? 0 : Math.max(RETRY_SECONDS, retryAfterSeconds));
  }
}
