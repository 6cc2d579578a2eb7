import { createQueue, type Queue, requireLease } from '@reelwright/leases';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DriveDatabase } from '../database.ts';

export type FolderRow = Selectable<DriveDatabase['drive_folders']>;

type Db = Kysely<DriveDatabase>;
type Trx = Transaction<DriveDatabase>;

const TABLE = 'drive_folders';
const LEASE_MS = 60_000;

export function findFolder(db: Db, userId: string): Promise<FolderRow | undefined> {
  return db.selectFrom(TABLE).selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/**
 * Locks the user's row, or inserts it. @returns false for a deleted account. Call it before inserting rows for a user,
 * because events of videos and deletions come on different topics, in any order.
 */
export async function lockUser(trx: Trx, userId: string): Promise<boolean> {
  await trx
    .insertInto('drive_folders')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  const { state } = await trx
    .selectFrom(TABLE)
    .select('state')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return state !== 'erasing' && state !== 'erased';
}

/** Saves the e-mail of an event, unless a later revision is stored. An existing folder is shared with it at once. */
export async function saveEmail(
  trx: Trx,
  userId: string,
  { email, revision }: { readonly email: string | null; readonly revision: number },
): Promise<void> {
  await trx
    .insertInto('drive_folders')
    .values({ user_id: userId, email, profile_revision: revision })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ email, profile_revision: revision, next_attempt_at: sql<Date>`clock_timestamp()` })
        .where('drive_folders.profile_revision', '<', revision)
        .where('drive_folders.state', 'in', ['absent', 'ready']),
    )
    .execute();
}

/** Saves the e-mail from auth for a user whose event has not arrived yet. */
export async function saveMissingEmail(db: Db, userId: string, email: string): Promise<void> {
  await db
    .insertInto('drive_folders')
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
 * Saves the id to make the user's folder with, in place of `before`. If two processes do so at the same time, one id is
 * saved and both use it.
 */
export async function saveReservedId(db: Db, userId: string, before: string | null, folderId: string): Promise<void> {
  await db
    .updateTable('drive_folders')
    .set({ state: 'absent', folder_id: folderId, folder_url: null, shared_with: null, permission_id: null })
    .where('user_id', '=', userId)
    .where('folder_id', 'is not distinct from', before)
    .where('state', 'in', ['absent', 'ready'])
    .execute();
}

/** Saves that the folder with the reserved id was made. */
export async function saveFolder(
  db: Db,
  userId: string,
  { folderId, folderUrl }: { readonly folderId: string; readonly folderUrl: string },
): Promise<void> {
  await db
    .updateTable('drive_folders')
    .set({ state: 'ready', folder_url: folderUrl })
    .where('user_id', '=', userId)
    .where('folder_id', '=', folderId)
    .where('state', '=', 'absent')
    .execute();
}

/** Saves a folder that a restored database has lost. */
export async function recallFolder(
  trx: Trx,
  userId: string,
  { folderId, folderUrl }: { readonly folderId: string; readonly folderUrl: string },
): Promise<void> {
  await trx
    .updateTable('drive_folders')
    .set({ state: 'ready', folder_id: folderId, folder_url: folderUrl })
    .where('user_id', '=', userId)
    .where('state', '=', 'absent')
    .execute();
}

export async function saveSharing(
  db: Db,
  userId: string,
  folderId: string,
  sharing: { readonly email: string; readonly permissionId: string },
): Promise<void> {
  await db
    .updateTable('drive_folders')
    .set({ shared_with: sharing.email, permission_id: sharing.permissionId })
    .where('user_id', '=', userId)
    .where('folder_id', '=', folderId)
    .where('state', '=', 'ready')
    .execute();
}

/** Folders to erase, and folders whose user has a new e-mail. */
export const folderQueue = (db: Db): Queue<FolderRow> =>
  createQueue({
    db,
    table: TABLE,
    due: 'next_attempt_at',
    where: sql`state = 'erasing' or (state = 'ready' and shared_with <> email)`,
    now: () => new Date(),
    leaseMs: LEASE_MS,
  });

export async function postponeFolder(db: Db, row: FolderRow, seconds: number): Promise<void> {
  await db
    .updateTable('drive_folders')
    .set({ next_attempt_at: sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`, leased_until: null })
    .where('id', '=', row.id)
    .where('lease_token', '=', row.lease_token)
    .execute();
}

/** Marks the folder of a deleted user for erasure. */
export async function markFolderForErasure(trx: Trx, userId: string): Promise<void> {
  await trx
    .insertInto('drive_folders')
    .values({ user_id: userId, state: 'erasing' })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ state: 'erasing', next_attempt_at: sql<Date>`clock_timestamp()` })
        .where('drive_folders.state', '<>', 'erased'),
    )
    .execute();
}

/** Locks a claimed folder. @throws LeaseLost */
export const requireFolderLease = (trx: Trx, row: FolderRow): Promise<void> =>
  requireLease(trx, TABLE, { id: row.id, token: row.lease_token });

/** Deletes everything except the user's id, so that a late event adds no rows. */
export async function clearFolder(trx: Trx, row: FolderRow): Promise<void> {
  await trx
    .updateTable('drive_folders')
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
}
