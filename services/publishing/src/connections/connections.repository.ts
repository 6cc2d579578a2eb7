import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Kysely, Transaction } from 'kysely';
import type { CauseCode } from '../causes/causes.ts';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';
import type { ConnectionListener } from './connection-change.ts';

type Db = Kysely<PublishingDatabase>;
type Trx = Transaction<PublishingDatabase>;

export function findConnection(db: Db, userId: string, platform: Platform): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('social_connections')
    .selectAll()
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .executeTakeFirst();
}

export function lockConnection(trx: Trx, userId: string, platform: Platform): Promise<ConnectionRow | undefined> {
  return trx
    .selectFrom('social_connections')
    .selectAll()
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .forUpdate()
    .executeTakeFirst();
}

export function listConnections(db: Db, userId: string): Promise<ConnectionRow[]> {
  return db
    .selectFrom('social_connections')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '<>', 'disconnected')
    .execute();
}

/** States what a connection is now. Call it in the transaction that changed the row. */
export async function announceConnection(trx: Trx, connection: ConnectionRow, now: Date): Promise<void> {
  await enqueueEvent(
    trx,
    events.ConnectionChanged,
    {
      userId: connection.user_id,
      platform: connection.platform,
      state: connection.state,
      accountName: connection.account_name ?? '',
      revision: connection.revision,
      changedAt: now,
    },
    now,
  );
}

/** Marks a connection as broken, unless its tokens have been replaced since they were read, and announces it. */
export async function requireReconnect(
  { db, onConnectionChange }: { db: Db } & ConnectionListener,
  given: { id: string; tokenVersion: number; cause: CauseCode; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const connection = await trx
      .updateTable('social_connections')
      .set((eb) => ({
        state: 'needs_reconnect',
        cause: given.cause,
        work_at: null,
        revision: eb('revision', '+', 1),
        updated_at: given.now,
      }))
      .where('id', '=', given.id)
      .where('token_version', '=', given.tokenVersion)
      .where('state', '=', 'connected')
      .returningAll()
      .executeTakeFirst();
    if (!connection) return false;
    await announceConnection(trx, connection, given.now);
    await onConnectionChange(trx, { type: 'broken', connection, cause: given.cause }, given.now);
    return true;
  });
}
