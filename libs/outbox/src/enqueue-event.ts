import type { EventType } from '@reelwright/contracts';
import type { Transaction } from 'kysely';
import type { OutboxTables } from './tables.ts';

/**
 * States a fact in the transaction that makes it true. The relay publishes it after the commit, keyed by its user.
 * Lock the aggregate before the first call: events of one aggregate then leave in the order of its changes.
 */
export async function enqueueEvent<Tables extends OutboxTables, Payload extends { userId: string }>(
  trx: Transaction<Tables>,
  event: EventType<Payload>,
  payload: Payload,
  occurredAt: Date,
): Promise<void> {
  await (trx as unknown as Transaction<OutboxTables>)
    .insertInto('outbox')
    .values({
      topic: event.topic,
      key: payload.userId,
      type: event.name,
      payload: JSON.stringify(event.codec.toJSON(payload)),
      occurred_at: occurredAt,
    })
    .execute();
}
