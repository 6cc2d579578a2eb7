import { AppError } from '@reelwright/errors';
import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { ConnectionRow, ConnectionTable, PublishingDatabase } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';

type Db = Kysely<PublishingDatabase>;
type Trx = Transaction<PublishingDatabase>;

/** A claimed connection. */
type Leased = Pick<ConnectionRow, 'id' | 'lease_token'>;

/** How many connections that end soon are read at once. */
const ENDING_AT_ONCE = 500;

const ofUser = (db: Db, userId: string, platform: Platform) =>
  db.selectFrom('social_connections').selectAll().where('user_id', '=', userId).where('platform', '=', platform);

export function findConnection(db: Db, userId: string, platform: Platform): Promise<ConnectionRow | undefined> {
  return ofUser(db, userId, platform).executeTakeFirst();
}

export function lockConnection(trx: Trx, userId: string, platform: Platform): Promise<ConnectionRow | undefined> {
  return ofUser(trx, userId, platform).forUpdate().executeTakeFirst();
}

export function listConnections(db: Db, userId: string): Promise<ConnectionRow[]> {
  return db
    .selectFrom('social_connections')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '<>', 'disconnected')
    .execute();
}

/** In the order of their ids, those after one; includes connections that were disconnected. */
export function listConnectionsAfter(db: Db, id: string | undefined, limit: number): Promise<ConnectionRow[]> {
  return db
    .selectFrom('social_connections')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '>', String(id)))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * The ids of working connections that end within a span of real time and whose end was not announced. Sorted by id; `after`
 * is the last id of the page before.
 */
export async function listEndingConnections(
  db: Db,
  given: {
    readonly platform: Platform;
    readonly column: 'access_expires_at' | 'refresh_expires_at';
    readonly from: Date;
    readonly before: Date;
    readonly after: string | undefined;
  },
): Promise<string[]> {
  const { platform, column, from, before, after } = given;
  const rows = await db
    .selectFrom('social_connections')
    .select('id')
    .where('platform', '=', platform)
    .where('state', '=', 'connected')
    .where('post_token', 'is', null)
    .where(column, '>', from)
    .where(column, '<', before)
    .where((eb) => eb('announced_end', 'is distinct from', eb.ref(column)))
    .$if(after !== undefined, (query) => query.where('id', '>', String(after)))
    .orderBy('id')
    .limit(ENDING_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

export async function saveAnnouncedEnd(trx: Trx, { id }: Pick<ConnectionRow, 'id'>, end: Date): Promise<void> {
  await trx.updateTable('social_connections').set({ announced_end: end }).where('id', '=', id).execute();
}

/** Includes connections that were disconnected. */
export function lockConnectionsOf(trx: Trx, userId: string): Promise<ConnectionRow[]> {
  return trx.selectFrom('social_connections').selectAll().where('user_id', '=', userId).forUpdate().execute();
}

/** The connections of a person at a provider, by either of the ids that the provider may send. */
export function lockConnectionsOfPerson(trx: Trx, platform: Platform, personId: string): Promise<ConnectionRow[]> {
  return trx
    .selectFrom('social_connections')
    .selectAll()
    .where('platform', '=', platform)
    .where((eb) => eb.or([eb('provider_user_id', '=', personId), eb('app_user_id', '=', personId)]))
    .forUpdate()
    .execute();
}

export function getConnection(db: Db, id: string): Promise<ConnectionRow> {
  return db.selectFrom('social_connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export function lockConnectionById(trx: Trx, id: string): Promise<ConnectionRow | undefined> {
  return trx.selectFrom('social_connections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Undefined if another process has claimed it since, or it was deleted. */
export function lockLeasedConnection(trx: Trx, { id, lease_token: token }: Leased): Promise<ConnectionRow | undefined> {
  return trx
    .selectFrom('social_connections')
    .selectAll()
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Locks a connection to save its settings. A newer consent than the one its user saw may be for another account.
 * @throws AppError ABORTED CONNECTION_CHANGED
 */
export async function lockSameGrant(
  trx: Trx,
  { id, grant_number: grantNumber }: Pick<ConnectionRow, 'id' | 'grant_number'>,
): Promise<ConnectionRow> {
  const connection = await lockConnectionById(trx, id);
  if (!connection || connection.grant_number !== grantNumber || connection.state === 'disconnected') {
    throw new AppError('ABORTED', 'CONNECTION_CHANGED', 'The connection has just changed. Please try again.');
  }
  return connection;
}

/** Platforms revoke a grant for the person, and another of our users may post with the same one. */
export async function isGrantShared(db: Db, connection: ConnectionRow): Promise<boolean> {
  const { id, platform, provider_user_id: personId } = connection;
  if (!personId) return false;
  const other = await db
    .selectFrom('social_connections')
    .select('id')
    .where('platform', '=', platform)
    .where('provider_user_id', '=', personId)
    .where('id', '<>', id)
    .where('state', '<>', 'disconnected')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Adds a connection before its first consent. Call it under the user's lock. */
export function addConnection(
  trx: Trx,
  given: { readonly id: string; readonly userId: string; readonly platform: Platform; readonly now: Date },
): Promise<ConnectionRow> {
  const { id, userId, platform, now } = given;
  const numbers = { grant_number: 0, token_version: 0, revision: 0 };
  return trx
    .insertInto('social_connections')
    .values({ id, user_id: userId, platform, state: 'disconnected', ...numbers, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes the difference between two states of a locked connection. @returns the saved row */
export async function saveConnection(trx: Trx, before: ConnectionRow, after: ConnectionRow): Promise<ConnectionRow> {
  const columns = differences(before, after);
  if (Object.keys(columns).length === 0) return before;
  return trx
    .updateTable('social_connections')
    .set(columns)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function differences(before: ConnectionRow, after: ConnectionRow): Updateable<ConnectionTable> {
  const changed = (Object.keys(after) as (keyof ConnectionRow)[]).filter((column) => after[column] !== before[column]);
  const columns: Partial<ConnectionRow> = Object.fromEntries(changed.map((column) => [column, after[column]]));
  const { settings, ...plain } = columns;
  return { ...plain, ...(settings && { settings: JSON.stringify(settings) }) };
}

export async function deleteConnection(trx: Trx, { id }: ConnectionRow): Promise<void> {
  await trx.deleteFrom('social_connections').where('id', '=', id).execute();
}

/**
 * Claims a connection to refresh its tokens. Undefined if they were replaced since it was read, or another process has
 * or had it: that one's attempt may have failed meanwhile.
 */
export function leaseConnection(
  db: Db,
  { id, token_version: tokenVersion, lease_token: leaseToken, leased_until: leasedUntil }: ConnectionRow,
  leaseMs: number,
): Promise<ConnectionRow | undefined> {
  return db
    .updateTable('social_connections')
    .set((eb) => ({
      lease_token: eb('lease_token', '+', 1),
      leased_until: sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`,
    }))
    .where('id', '=', id)
    .where('token_version', '=', tokenVersion)
    .where('lease_token', '=', leaseToken)
    .where((eb) =>
      leasedUntil === null ? eb('leased_until', 'is', null) : eb('leased_until', '<', sql<Date>`clock_timestamp()`),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Releases the lease, so that the connection can be claimed at once. */
export async function releaseConnection(db: Db, { id, lease_token: token }: Leased): Promise<void> {
  await db
    .updateTable('social_connections')
    .set({ leased_until: null })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .execute();
}

/** Sets when the worker claims it next, unless its tokens were replaced or it was disconnected since. */
export async function saveNextAction(db: Db, connection: ConnectionRow, nextActionAt: Date | null): Promise<void> {
  await db
    .updateTable('social_connections')
    .set({ next_action_at: nextActionAt })
    .where('id', '=', connection.id)
    .where('token_version', '=', connection.token_version)
    .where('next_action_at', 'is not', null)
    .where('revoke_pending', '=', false)
    .execute();
}
