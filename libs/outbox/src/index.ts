export { databaseIsCurrent, isDatabaseCurrent, requireCurrentDatabase } from './current-database.ts';
export { enqueueEvent } from './enqueue-event.ts';
export { oldestUnpublishedSeconds } from './oldest-unpublished.ts';
export { createRelay, type Relay, type RelayCheckpoint } from './relay.ts';
export { createRestoreCheck, type RestoreCheck } from './restore-check.ts';
export type { OutboxTables } from './tables.ts';
