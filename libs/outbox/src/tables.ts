import type { ColumnType, Generated } from 'kysely';

/** The tables of this lib in a service that publishes events. */
export interface OutboxTables {
  outbox: {
    id: Generated<number>;
    xid: Generated<string>;
    event_id: Generated<string>;
    topic: string;
    key: string;
    type: string;
    /** The event as the JSON mapping of its proto message; the relay puts it on the wire as protobuf. */
    payload: ColumnType<unknown, string, never>;
    occurred_at: Date;
    /** The trace that the event was written in; null outside a trace. */
    traceparent: string | null;
    created_at: Generated<Date>;
  };
  outbox_cursor: {
    singleton: Generated<boolean>;
    xid: string;
    id: number;
    /** The end of each partition of the service's own topics after the last publish. */
    published_ends: Generated<Record<string, number>>;
    /** The database's mark when it last had all that was published. */
    checked_as: Generated<string | null>;
  };
}
