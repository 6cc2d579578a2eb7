export { createDatabase, type Database } from './database.ts';
export { isUniqueViolation } from './errors.ts';
export { loadMigrations, runMigrations } from './migrations.ts';
