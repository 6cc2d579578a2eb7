import { createQueue, type Queue, requireLease } from '@reelwright/leases';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DriveDatabase } from '../database.ts';

/** A user's grant for their own Drive, and their folder there. */
export type Grant = Selectable<DriveDatabase['drive_grants']>;

type Db = Kysely<DriveDatabase>;
type Trx = Transaction<DriveDatabase>;

const TABLE = 'drive_grants';
const LEASE_MS = 60_000;

export function findGrant(db: Db, id: string): Promise<Grant | undefined> {
  return db.selectFrom(TABLE).selectAll().where('id', '=', id).executeTakeFirst();
}

/** The grant that new videos of a user go by; undefined: they go to the operator's Drive. */
export function findCurrentGrant(db: Db, userId: string): Promise<Grant | undefined> {
  return db
    .selectFrom(TABLE)
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '<>', 'ending')
    .executeTakeFirst();
}

/** Includes those that are ending. */
export function listGrants(db: Db, userId: string): Promise<Grant[]> {
  return db.selectFrom(TABLE).selectAll().where('user_id', '=', userId).execute();
}

/** Saves the first consent of an account. Call it under the user's lock, after `endGrant` of an earlier one. */
export async function insertGrant(
  trx: Trx,
  grant: Pick<
    Grant,
    'id' | 'user_id' | 'account_id' | 'account_email' | 'account_name' | 'refresh_token' | 'connected_at'
  >,
): Promise<void> {
  await trx.insertInto('drive_grants').values(grant).execute();
}

/** Saves a new consent of the same account. */
export async function renewGrant(
  trx: Trx,
  id: string,
  consent: Pick<Grant, 'account_email' | 'account_name' | 'refresh_token' | 'connected_at'>,
): Promise<void> {
  await trx
    .updateTable('drive_grants')
    .set({ ...consent, state: 'active' })
    .where('id', '=', id)
    .execute();
}

/** Marks a grant to be revoked at Google. */
export async function endGrant(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('drive_grants')
    .set({ state: 'ending', next_attempt_at: sql<Date>`clock_timestamp()`, leased_until: null })
    .where('id', '=', id)
    .execute();
}

/** Saves whether Google accepts a grant, unless it was renewed or ended since it was read. */
export async function saveAcceptance(db: Db, grant: Grant, state: 'active' | 'lost'): Promise<void> {
  if (grant.state === state) return;
  await db
    .updateTable('drive_grants')
    .set({ state })
    .where('id', '=', grant.id)
    .where('state', '<>', 'ending')
    .where('refresh_token', '=', grant.refresh_token)
    .execute();
}

/** Saves the id to make the user's folder with, in place of `before`; of two processes one saves its id. */
export async function saveReservedFolder(db: Db, id: string, before: string | null, folderId: string): Promise<void> {
  await db
    .updateTable('drive_grants')
    .set({ folder_id: folderId, folder_url: null })
    .where('id', '=', id)
    .where('folder_id', 'is not distinct from', before)
    .execute();
}

/** Saves that the folder with the reserved id was made. */
export async function saveOwnFolder(
  db: Db,
  id: string,
  { folderId, folderUrl }: { readonly folderId: string; readonly folderUrl: string },
): Promise<void> {
  await db
    .updateTable('drive_grants')
    .set({ folder_url: folderUrl })
    .where('id', '=', id)
    .where('folder_id', '=', folderId)
    .execute();
}

/** Google ends all grants of an account at once, and another of our users may have connected the same account. */
export async function isAccountShared(db: Db, { id, account_id: accountId }: Grant): Promise<boolean> {
  const otherGrant = await db
    .selectFrom(TABLE)
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '<>', id)
    .where('state', '<>', 'ending')
    .limit(1)
    .executeTakeFirst();
  return otherGrant !== undefined;
}

/** Grants to revoke. */
export const endingQueue = (db: Db): Queue<Grant> =>
  createQueue({
    db,
    table: TABLE,
    due: 'next_attempt_at',
    where: sql`state = 'ending'`,
    now: () => new Date(),
    leaseMs: LEASE_MS,
  });

export async function postponeEnd(db: Db, grant: Grant, seconds: number): Promise<void> {
  await db
    .updateTable('drive_grants')
    .set({ next_attempt_at: sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`, leased_until: null })
    .where('id', '=', grant.id)
    .where('lease_token', '=', grant.lease_token)
    .execute();
}

/**
 * Puts off the revocation of a user's ended grants.
 * @returns false while one of them is being revoked
 */
export async function postponeEndsOf(db: Db, userId: string, seconds: number): Promise<boolean> {
  const isLeased = sql<boolean>`leased_until is not null and leased_until > clock_timestamp()`;
  await db
    .updateTable('drive_grants')
    .set({ next_attempt_at: sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'` })
    .where('user_id', '=', userId)
    .where('state', '=', 'ending')
    .where(sql<boolean>`not (${isLeased})`)
    .execute();
  const leased = await db
    .selectFrom(TABLE)
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'ending')
    .where(isLeased)
    .executeTakeFirst();
  return leased === undefined;
}

/** @throws LeaseLost */
export async function deleteEndedGrant(db: Db, grant: Grant): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireLease(trx, TABLE, { id: grant.id, token: grant.lease_token });
    await trx.deleteFrom('drive_grants').where('id', '=', grant.id).execute();
  });
}

/** @returns the number of deleted grants */
export async function deleteGrantsOf(trx: Trx, userId: string): Promise<number> {
  const deletedRows = await trx.deleteFrom('drive_grants').where('user_id', '=', userId).returning('id').execute();
  return deletedRows.length;
}

/** Grants in the order of their ids, those after one. */
export function listGrantsAfter(db: Db, id: string | undefined, limit: number): Promise<Grant[]> {
  return db
    .selectFrom(TABLE)
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '>', String(id)))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Saves the same token, encrypted with another key, unless it was replaced since it was read. */
export async function saveEncryption(db: Db, grant: Grant, refreshToken: string): Promise<void> {
  await db
    .updateTable('drive_grants')
    .set({ refresh_token: refreshToken })
    .where('id', '=', grant.id)
    .where('refresh_token', '=', grant.refresh_token)
    .execute();
}
