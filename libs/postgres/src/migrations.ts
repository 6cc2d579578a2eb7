import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from '@reelwright/logger';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';

/** The limits of the service's role are for requests: a migration may change each row of a large table. */
const NO_TIME_LIMITS = '-c statement_timeout=0 -c transaction_timeout=0';
const SCOPE = '@reelwright/';
const TABLE = 'kysely_migration';

/**
 * A package's `NNNN-name.ts` files by name, after those of the libs it depends on. The migrations of a lib are in its own
 * folder `migrations` and are named after it: `outbox/0001-create-outbox`.
 */
export async function migrationFiles(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [lib, path] of await libsOf(findPackageJSON(pathToFileURL(folder)))) {
    const libFolder = join(path, 'migrations');
    if (existsSync(libFolder)) Object.assign(files, await filesOf(libFolder, `${lib}/`));
  }
  return Object.assign(files, await filesOf(folder));
}

async function filesOf(folder: string, prefix = ''): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.(ts|js)$/.test(name)).sort();
  return Object.fromEntries(names.map((name) => [prefix + name.replace(/\.(ts|js)$/, ''), join(folder, name)]));
}

/** The files of `migrationFiles`, each exporting `up(db)`. */
export async function loadMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const [name, file] of Object.entries(await migrationFiles(folder))) {
    migrations[name] = await import(pathToFileURL(file).href);
  }
  return migrations;
}

/** The folders of the libs a package depends on, directly or not; each lib comes after those that it depends on. */
async function libsOf(
  packageFile: string | undefined,
  folders = new Map<string, string>(),
): Promise<Map<string, string>> {
  // Without a package.json, Node returns a folder.
  if (!packageFile?.endsWith('package.json')) return folders;
  const { dependencies = {} } = JSON.parse(await readFile(packageFile, 'utf8')) as { dependencies?: object };
  for (const name of Object.keys(dependencies)) {
    const lib = name.replace(SCOPE, '');
    const file = name.startsWith(SCOPE) && !folders.has(lib) && findPackageJSON(name, pathToFileURL(packageFile));
    if (!file) continue;
    await libsOf(file, folders);
    folders.set(lib, dirname(file));
  }
  return folders;
}

/**
 * Brings a database to its newest form, under a lock, so that two starters don't migrate at once. Forward only. Each lib's
 * migrations are recorded in a table of their own, so that their numbers don't depend on the service's.
 * @throws the error of the migration that failed; what came before it stays.
 */
export async function runMigrations(options: {
  url: string;
  migrations: Record<string, Migration>;
  logger: Logger;
}): Promise<void> {
  const { migrations, logger } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: 2,
    application_name: 'migrations',
    options: NO_TIME_LIMITS,
  });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const ownerOf = (name: string) => (name.includes('/') ? `_${name.split('/')[0]?.replaceAll('-', '_')}` : '');
  try {
    await forgetLibMigrations(db, Object.keys(migrations));
    for (const [owner, own] of Map.groupBy(Object.entries(migrations), ([name]) => ownerOf(name))) {
      const migrator = new Migrator({
        db,
        provider: { getMigrations: async () => Object.fromEntries(own) },
        migrationTableName: `${TABLE}${owner}`,
      });
      const { error, results = [] } = await migrator.migrateToLatest();
      for (const { migrationName, status } of results) logger.info({ migrationName, status }, 'migration');
      if (error) throw error;
    }
  } finally {
    await db.destroy();
  }
}

/** The records of libs' migrations that services once ran themselves. */
const LIB_MIGRATION =
  '^[0-9]{4}-(create-outbox|create-inbox|create-outbox-and-inbox|notify-changes|know-a-restored-database)$';

/** Removes the records of migrations that libs have taken over from services: Kysely requires the file of each record. */
async function forgetLibMigrations(db: Kysely<unknown>, existing: readonly string[]): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${TABLE}) is not null as found`.execute(db);
  if (!rows[0]?.found) return;
  await sql`delete from ${sql.table(TABLE)} where name ~ ${LIB_MIGRATION} and name <> all(${existing})`.execute(db);
}
