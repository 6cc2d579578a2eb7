import { encodeJson, findEventType } from '@reelwright/contracts';
import type { OutboundMessage } from '@reelwright/kafka';

/** What of an outbox row goes out. */
export interface StatedEvent {
  event_id: string;
  topic: string;
  key: string;
  type: string;
  payload: unknown;
  /** ISO 8601, UTC. */
  occurred_at: string;
}

/** The event on the wire: protobuf, with what a reader must know before it decodes. @throws for a type nobody knows */
export function toMessage(row: StatedEvent): OutboundMessage {
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
    },
  };
}
