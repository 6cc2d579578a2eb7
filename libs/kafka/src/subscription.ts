import type { EventType } from '@reelwright/contracts';
import type { Kysely, Transaction } from 'kysely';

export interface ReceivedEvent<Payload> {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly payload: Payload;
}

/**
 * The effect of an event. It runs in a transaction that also records the event as handled, so it happens once; it locks
 * the rows it changes before it writes, and calls nothing outside the database.
 */
export type EventHandler<Tables, Payload> = (trx: Transaction<Tables>, event: ReceivedEvent<Payload>) => Promise<void>;

/** Whether an event is handled. An event that is not leaves no row, so this may run for it again. It only reads. */
export type EventFilter<Tables, Payload> = (db: Kysely<Tables>, payload: Payload) => Promise<boolean>;

export interface Subscription<Tables> {
  readonly event: EventType<never>;
  readonly handle: EventHandler<Tables, never>;
  readonly filter: EventFilter<Tables, never> | undefined;
}

export function on<Tables, Payload>(
  event: EventType<Payload>,
  handle: EventHandler<Tables, Payload>,
  { filter }: { filter?: EventFilter<Tables, Payload> } = {},
): Subscription<Tables> {
  return {
    event: event as unknown as EventType<never>,
    handle: handle as unknown as EventHandler<Tables, never>,
    filter: filter as unknown as EventFilter<Tables, never> | undefined,
  };
}
