export { createDatabase, type Database } from './database.ts';
export { isForeignKeyViolation, isUniqueViolation } from './errors.ts';
export { createListener, type Listener } from './listener.ts';
export { loadMigrations, runMigrations } from './migrations.ts';
