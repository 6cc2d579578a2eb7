import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from '@reelwright/logger';
import { Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';

/** Reads `NNNN-name.ts` files of a folder, each exporting `up(db)`. */
export async function loadMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.(ts|js)$/.test(name)).sort();
  const migrations: Record<string, Migration> = {};
  for (const name of names) {
    migrations[name.replace(/\.(ts|js)$/, '')] = await import(pathToFileURL(join(folder, name)).href);
  }
  return migrations;
}

/**
 * Brings a database to its newest form, under a lock, so that two starters don't migrate at once. Forward only.
 * @throws the error of the migration that failed; what came before it stays.
 */
export async function runMigrations(options: {
  url: string;
  migrations: Record<string, Migration>;
  logger: Logger;
}): Promise<void> {
  const pool = new pg.Pool({ connectionString: options.url, max: 2, application_name: 'migrations' });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => options.migrations } });
    const { error, results = [] } = await migrator.migrateToLatest();
    for (const { migrationName, status } of results) options.logger.info({ migrationName, status }, 'migration');
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}
