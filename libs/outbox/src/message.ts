import { encodeJson, findEventType } from '@reelwright/contracts';
import type { OutboundMessage } from '@reelwright/kafka';

/** The published part of an outbox row. */
export interface OutboxEvent {
  event_id: string;
  topic: string;
  key: string;
  type: string;
  payload: unknown;
  /** ISO 8601, UTC. */
  occurred_at: string;
  traceparent: string | null;
}

/** Encodes an event as protobuf, with the headers that a reader needs to decode it. @throws for an unknown type */
export function toMessage(row: OutboxEvent): OutboundMessage {
  const type = findEventType(row.type);
  if (!type) throw new Error(`no such event: ${row.type}`);
  return {
    topic: row.topic,
    key: row.key,
    value: encodeJson(type, row.payload),
    headers: {
      'event-id': row.event_id,
      'event-type': row.type,
      'occurred-at': row.occurred_at,
      ...(row.traceparent && { traceparent: row.traceparent }),
    },
  };
}
