import { events } from '@reelwright/contracts';
import { createQueue, type Queue, requireLease } from '@reelwright/leases';
import { enqueueEvent } from '@reelwright/outbox';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DriveDatabase } from '../database.ts';

export type FolderRow = Selectable<DriveDatabase['drive_folders']>;

const TABLE = 'drive_folders';
const LEASE_MS = 60_000;

export function findFolder(db: Kysely<DriveDatabase>, userId: string): Promise<FolderRow | undefined> {
  return db.selectFrom(TABLE).selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Keeps the address of someone no event has told of yet. */
export async function rememberEmail(db: Kysely<DriveDatabase>, userId: string, email: string): Promise<void> {
  await db
    .insertInto(TABLE)
    .values({ user_id: userId, email })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ email })
        .where('drive_folders.email', 'is', null)
        .where('drive_folders.state', 'in', ['absent', 'ready']),
    )
    .execute();
}

/**
 * Takes an id for the user's folder-to-be in place of the one there was. Where two processes do it at once, one of the
 * ids is kept and both go on with that.
 */
export async function placeFolder(
  db: Kysely<DriveDatabase>,
  userId: string,
  before: string | null,
  folderId: string,
): Promise<void> {
  await db
    .updateTable(TABLE)
    .set({ state: 'absent', folder_id: folderId, folder_url: null, shared_with: null, permission_id: null })
    .where('user_id', '=', userId)
    .where('folder_id', 'is not distinct from', before)
    .where('state', 'in', ['absent', 'ready'])
    .execute();
}

/** The folder with the reserved id is made. */
export async function recordFolder(
  db: Kysely<DriveDatabase>,
  userId: string,
  folderId: string,
  folderUrl: string,
): Promise<void> {
  await db
    .updateTable(TABLE)
    .set({ state: 'ready', folder_url: folderUrl })
    .where('user_id', '=', userId)
    .where('folder_id', '=', folderId)
    .where('state', '=', 'absent')
    .execute();
}

export async function recordSharing(
  db: Kysely<DriveDatabase>,
  userId: string,
  folderId: string,
  shared: { email: string; permissionId: string },
): Promise<void> {
  await db
    .updateTable(TABLE)
    .set({ shared_with: shared.email, permission_id: shared.permissionId })
    .where('user_id', '=', userId)
    .where('folder_id', '=', folderId)
    .where('state', '=', 'ready')
    .execute();
}

/** Folders to erase, and those whose user has a new address. */
export const folderQueue = (db: Kysely<DriveDatabase>): Queue<FolderRow> =>
  createQueue({
    db,
    table: TABLE,
    due: 'next_attempt_at',
    where: sql`state = 'erasing' or (state = 'ready' and shared_with <> email)`,
    now: () => new Date(),
    leaseMs: LEASE_MS,
  });

export async function postponeFolder(db: Kysely<DriveDatabase>, row: FolderRow, seconds: number): Promise<void> {
  await db
    .updateTable(TABLE)
    .set({ next_attempt_at: sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`, leased_until: null })
    .where('id', '=', row.id)
    .where('lease_token', '=', row.lease_token)
    .execute();
}

/**
 * Forgets everything about a user but that they are gone, so that a late event does not bring them back, and says so. Call
 * it when nothing of theirs is at Google any more.
 */
export async function eraseUser(db: Kysely<DriveDatabase>, row: FolderRow, now: Date): Promise<void> {
  const { user_id: userId } = row;
  await db.transaction().execute(async (trx) => {
    await requireLease(trx, TABLE, { id: row.id, token: row.lease_token });
    const uploads = await trx.deleteFrom('drive_uploads').where('user_id', '=', userId).returning('state').execute();
    await trx.deleteFrom('drive_videos').where('user_id', '=', userId).execute();
    await trx
      .updateTable(TABLE)
      .set({
        state: 'erased',
        email: null,
        folder_id: null,
        folder_url: null,
        shared_with: null,
        permission_id: null,
        leased_until: null,
      })
      .where('id', '=', row.id)
      .execute();
    const items = [
      { what: 'Drive folders', count: row.folder_id ? 1 : 0 },
      { what: 'videos in Drive', count: uploads.filter(({ state }) => state === 'delivered').length },
      { what: 'upload records', count: uploads.length },
    ];
    await enqueueEvent(trx, events.AccountErased, { userId, service: 'drive', items, erasedAt: now }, now);
  });
}
