import type { EventType } from '@reelwright/contracts';
import { currentTraceparent } from '@reelwright/tracing';
import type { Transaction } from 'kysely';
import type { OutboxTables } from './tables.ts';

/**
 * Writes an event in the transaction of the change it reports. The relay publishes it after the commit, keyed by its user.
 * Lock the aggregate before the first call: its events are then published in the order of its changes.
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
      traceparent: currentTraceparent() ?? null,
    })
    .execute();
}
