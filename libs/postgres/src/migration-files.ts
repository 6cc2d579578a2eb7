import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Migration as KyselyMigration } from 'kysely/migration';

const SCOPE = '@reelwright/';

/** What a migration's file exports. */
export interface Migration extends KyselyMigration {
  /** False: each statement commits on its own. After a failure the migration starts again from its beginning. */
  readonly transaction?: boolean;
  /** The rules of `make check` that this migration breaks on purpose, each with its reason. */
  readonly accepted?: Readonly<Record<string, string>>;
}

export type Migrations = Readonly<Record<string, Migration>>;

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

/** The table that records which migrations have run: each lib's are in one of their own. */
export function recordTable(migration: string): string {
  const [lib] = migration.split('/');
  return migration.includes('/') ? `kysely_migration_${lib?.replaceAll('-', '_')}` : 'kysely_migration';
}

/** `0004` of `outbox/0004-rename-said`. */
export function numberOf(migration: string): string {
  return /\d{4}/.exec(migration)?.[0] ?? '';
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
