export { createDatabase, type Database } from './database.ts';
export { DatabaseUnavailable, isForeignKeyViolation, isUniqueViolation } from './errors.ts';
export { createListener, type Listener } from './listener.ts';
export { loadMigrations, migrationFiles, runMigrations } from './migrations.ts';
export { namedColumns } from './named-columns.ts';
export { beginWait, endWait, listenForChanges } from './table-changes.ts';
export { createTableWatch, type TableWatch } from './table-watch.ts';
