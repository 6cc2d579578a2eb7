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

/** Publishes that a connection ends soon. Call it in the transaction that saves the announced end. */
export async function announceEnd(
  trx: Transaction<PublishingDatabase>,
  { user_id: userId, platform, account_name: accountName }: ConnectionRow,
  endsAt: Date,
  now: Date,
): Promise<void> {
  const event = { userId, platform, accountName: accountName ?? '', endsAt };
  await enqueueEvent(trx, events.ConnectionEndApproached, event, now);
}
