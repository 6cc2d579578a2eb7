import { isUtf8 } from 'node:buffer';
import type { EventType } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { parseTraceparent } from '@reelwright/tracing';
import type { KafkaMessage } from 'kafkajs';
import type { InboundEvent } from './parking.ts';

/** @throws AppError INVALID_ARGUMENT for bytes that protobuf cannot read, or an event without a required field. */
export function readPayload(event: EventType<never>, bytes: Buffer): Record<string, unknown> {
  let payload: Record<string, unknown>;
  try {
    payload = event.codec.decode(bytes);
  } catch (cause) {
    throw new AppError('INVALID_ARGUMENT', 'EVENT_UNREADABLE', 'the payload cannot be read', { cause });
  }
  for (const field of event.required as readonly string[]) {
    if (!payload[field]) throw new AppError('INVALID_ARGUMENT', 'EVENT_INCOMPLETE', `${field} is missing`);
  }
  return payload;
}

/** Different keys that are not UTF-8 can be equal once they are decoded. @throws AppError INVALID_ARGUMENT */
export function requireTextKey({ keyBytes }: InboundEvent): void {
  if (keyBytes && !isUtf8(keyBytes)) throw new AppError('INVALID_ARGUMENT', 'KEY_UNREADABLE', 'the key is not UTF-8');
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The event in a message, or undefined without the headers of an event: such a message cannot even be parked. */
export function readMessage(
  topic: string,
  message: KafkaMessage,
  group: string,
): InboundEvent | 'for another group' | undefined {
  const header = (name: string) => message.headers?.[name]?.toString();
  // A replayed dead letter concerns the group it failed in; the others handled the event when it was new.
  if ((header('replay-for') ?? group) !== group) return 'for another group';
  const eventId = header('event-id');
  const type = header('event-type');
  const traceparent = header('traceparent');
  const occurredAt = new Date(header('occurred-at') ?? Number(message.timestamp));
  if (!eventId || !UUID.test(eventId) || !type || !message.value || Number.isNaN(occurredAt.getTime()))
    return undefined;
  return {
    eventId,
    type,
    topic,
    key: message.key?.toString() ?? '',
    keyBytes: message.key ?? undefined,
    payload: message.value,
    occurredAt,
    // Only a valid one is kept: it is stored with a parked event.
    traceparent: traceparent && parseTraceparent(traceparent) ? traceparent : null,
  };
}
