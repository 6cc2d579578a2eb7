import type { ColumnType, Generated } from 'kysely';

/** The tables a service that states facts has beside its own. */
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
    created_at: Generated<Date>;
  };
  outbox_cursor: {
    singleton: Generated<boolean>;
    xid: string;
    id: number;
    /** Where each partition of the service's own topics ended after its last publish. */
    said: Generated<Record<string, number>>;
    /** The database's mark when it was last in line with what was said. */
    checked_as: Generated<string | null>;
  };
}
