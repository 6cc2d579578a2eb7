export { enqueueEvent } from './enqueue-event.ts';
export { createRelay, type Relay, type RelayCheckpoint } from './relay.ts';
export { createOutboxTables, type OutboxTables } from './tables.ts';
