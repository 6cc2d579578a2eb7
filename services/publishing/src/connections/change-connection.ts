import { AppError } from '@reelwright/errors';
import type { Transaction, Updateable } from 'kysely';
import type { ConnectionRow, ConnectionTable, PublishingDatabase } from '../database.ts';
import type { ConnectionListener } from './connection-change.ts';
import { announceConnection } from './connections.repository.ts';

/**
 * Changes a connection that is not disconnected, and announces it.
 * @param grantNo the consent the change was made for; under another one it may be for another account.
 * @param set what to write, worked out from the row as it is now.
 * @throws AppError ABORTED CONNECTION_CHANGED
 */
export async function changeConnection(
  trx: Transaction<PublishingDatabase>,
  { onConnectionChange }: ConnectionListener,
  { id, grantNo, now }: { id: string; grantNo: number; now: Date },
  set: (current: ConnectionRow) => Updateable<ConnectionTable>,
): Promise<ConnectionRow> {
  const current = await trx
    .selectFrom('social_connections')
    .selectAll()
    .where('id', '=', id)
    .where('grant_no', '=', grantNo)
    .where('state', '<>', 'disconnected')
    .forUpdate()
    .executeTakeFirst();
  if (!current) {
    throw new AppError('ABORTED', 'CONNECTION_CHANGED', 'The connection has just changed. Please try again.');
  }
  const connection = await trx
    .updateTable('social_connections')
    .set({ ...set(current), revision: current.revision + 1, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceConnection(trx, connection, now);
  await onConnectionChange(trx, { type: 'changed', connection }, now);
  return connection;
}
