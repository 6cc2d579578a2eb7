import type { EventType } from '@reelwright/contracts';
import type { Transaction } from 'kysely';

export interface ReceivedEvent<Payload> {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly payload: Payload;
}

/**
 * The effect of an event. It runs in a transaction that also records the event as taken, so it happens once; it locks
 * the rows it changes before it writes, and calls nobody outside the database.
 */
export type EventHandler<Tables, Payload> = (trx: Transaction<Tables>, event: ReceivedEvent<Payload>) => Promise<void>;

export interface Subscription<Tables> {
  readonly event: EventType<never>;
  readonly handle: EventHandler<Tables, never>;
}

export function on<Tables, Payload>(
  event: EventType<Payload>,
  handle: EventHandler<Tables, Payload>,
): Subscription<Tables> {
  return { event: event as unknown as EventType<never>, handle: handle as unknown as EventHandler<Tables, never> };
}
