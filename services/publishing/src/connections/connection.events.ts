import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';

/** Publishes the current state of a connection. Call it in the transaction that changed the row. */
export async function announceConnection(
  trx: Transaction<PublishingDatabase>,
  connection: ConnectionRow,
  now: Date,
): Promise<void> {
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
