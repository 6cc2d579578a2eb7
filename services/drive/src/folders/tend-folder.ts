import type { Clock } from '@reelwright/clock';
import { LeaseLost } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import { DriveFailure } from '../google/drive-failure.ts';
import { ensureFolder, type FolderDeps, shareFolder } from './ensure-folder.ts';
import { eraseUser, type FolderRow, postponeFolder } from './folder.repository.ts';

const RETRY_SECONDS = 300;
/** An upload that still runs notices within its heartbeat that it is not wanted. */
const BUSY_SECONDS = 2;

export type TendFolderDeps = FolderDeps & { readonly clock: Clock; readonly logger: Logger };

/** Erases the folder of a deleted user, or shares one with its user's new address. */
export async function tendFolder(deps: TendFolderDeps, row: FolderRow, stopping: AbortSignal): Promise<void> {
  const { db, logger } = deps;
  try {
    if (row.state === 'erasing') await eraseFolder(deps, row, stopping);
    else {
      await shareFolder(deps, await ensureFolder(deps, row.user_id, stopping), stopping);
      await postponeFolder(db, row, 0);
    }
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (!stopping.aborted) logger.warn({ err: error, userId: row.user_id }, 'the folder will be tended again');
    const asked = error instanceof DriveFailure ? (error.retryAfterSeconds ?? 0) : 0;
    await postponeFolder(db, row, stopping.aborted ? 0 : Math.max(RETRY_SECONDS, asked));
  }
}

async function eraseFolder({ db, drive, clock, logger }: TendFolderDeps, row: FolderRow, signal: AbortSignal) {
  const busy = await db
    .selectFrom('drive_uploads')
    .select('id')
    .where('user_id', '=', row.user_id)
    .where('leased_until', '>', new Date())
    .limit(1)
    .executeTakeFirst();
  if (busy) {
    await postponeFolder(db, row, BUSY_SECONDS);
    return;
  }
  // Files of earlier folders too, and what a crash left behind; the folder's own content goes with it.
  const ids = new Set([...(row.folder_id ? [row.folder_id] : []), ...(await drive.listOf(row.user_id, signal))]);
  for (const id of ids) await drive.remove(id, signal);
  await eraseUser(db, row, clock.now());
  logger.info({ userId: row.user_id }, 'folder erased');
}
