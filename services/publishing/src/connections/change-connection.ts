import type { PostCause } from '@reelwright/product';
import type { Kysely, Transaction } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import { announceConnection } from './connection.events.ts';
import { type ConnectionEvent, transition } from './connection.ts';
import type { ConnectionListener } from './connection-change.ts';
import { deleteConnection, lockConnectionById, saveConnection } from './connections.repository.ts';

type Db = Kysely<PublishingDatabase>;
type Trx = Transaction<PublishingDatabase>;

/** Applies an event to a locked connection: its row, its announcement and its posts change in one transaction. */
export async function changeConnection(
  trx: Trx,
  { onConnectionChange }: ConnectionListener,
  connection: ConnectionRow,
  event: ConnectionEvent,
  now: Date,
): Promise<ConnectionRow> {
  const { connection: after, effects } = transition(connection, event, now);
  if (effects.remove) await deleteConnection(trx, connection);
  const saved = effects.remove ? after : await saveConnection(trx, connection, after);
  if (effects.announce) await announceConnection(trx, saved, now);
  if (effects.change) await onConnectionChange(trx, { ...effects.change, connection: saved }, now);
  return saved;
}

/** Marks a connection as one that only its owner can repair, unless its tokens were replaced since they were read. */
export async function requireReconnect(
  { db, ...deps }: { readonly db: Db } & ConnectionListener,
  given: { readonly id: string; readonly tokenVersion: number; readonly cause: PostCause; readonly now: Date },
): Promise<void> {
  const { id, tokenVersion, cause, now } = given;
  await db.transaction().execute(async (trx) => {
    const connection = await lockConnectionById(trx, id);
    if (connection) await changeConnection(trx, deps, connection, { type: 'broken', tokenVersion, cause }, now);
  });
}
