import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { silentLogger as logger } from '@reelwright/logger';
import {
  loadMigrations,
  type Migration,
  migrationFiles,
  runMigrations,
  type SentStatement,
} from '@reelwright/postgres';
import pg from 'pg';
import type { RunMigration, RunStatement } from './migration-rules.ts';
import { watchReach } from './reached-code.ts';

/** The names of a service's migrations, and of its libs', that came after the last unchecked one of their package. */
export async function newMigrations(
  root: string,
  service: string,
  lastUnchecked: Readonly<Record<string, string>>,
): Promise<string[]> {
  const names = Object.keys(await migrationFiles(join(root, service, 'migrations')));
  return names.filter((name) => {
    const [file = '', lib] = name.split('/').toReversed();
    return file.slice(0, 4) > (lastUnchecked[lib ? `libs/${lib}` : service] ?? '');
  });
}

/** Runs a service's migrations in a scratch database. @returns what those of the names sent, and what of them did not run */
export async function runInScratch(admin: string, folder: string, names: readonly string[]): Promise<RunMigration[]> {
  const files = await migrationFiles(folder);
  const unreached = await watchReach();
  const migrations = await loadMigrations(folder);
  const statements = new Map(names.map((name) => [name, [] as RunStatement[]]));
  const keys = new Map<string, RunMigration['primaryKeys']>();
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  const scratch = `check_migrations_${randomBytes(5).toString('hex')}`;
  try {
    await client.query(`create database ${scratch}`);
    const url = new URL(admin);
    url.pathname = `/${scratch}`;
    const onStatement = ({ migration, sql, parameters }: SentStatement) =>
      statements.get(migration)?.push({ sql, parameters });
    const withKeys = (name: string, migration: Migration): Migration => ({
      ...migration,
      up: async (db) => {
        if (statements.has(name)) keys.set(name, await primaryKeys(url.href));
        await migration.up(db);
      },
    });
    const run = Object.fromEntries(Object.entries(migrations).map(([name, each]) => [name, withKeys(name, each)]));
    await runMigrations({ url: url.href, migrations: run, logger, onStatement });
  } finally {
    await client.query(`drop database if exists ${scratch} with (force)`);
    await client.end();
  }
  const notRun = await unreached(names.map((name) => files[name] ?? ''));
  return names.map((name) => {
    const { transaction = true, accepted = {} } = migrations[name] ?? {};
    return {
      name,
      transaction,
      accepted,
      statements: statements.get(name) ?? [],
      primaryKeys: keys.get(name) ?? {},
      notRun: notRun.get(files[name] ?? '') ?? [],
    };
  });
}

/** The primary keys by the names of their tables, which may be qualified. On a connection of its own, so that no migration sends it. */
async function primaryKeys(url: string): Promise<RunMigration['primaryKeys']> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ schema: string; name: string; visible: boolean; columns: string[] }>(`
      select n.nspname as schema, c.relname as name, pg_table_is_visible(c.oid) as visible,
             array_agg(a.attname::text) as columns
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
       where i.indisprimary and n.nspname not like 'pg\\_%'
       group by c.oid, n.nspname`);
    return Object.fromEntries(
      rows.flatMap(({ schema, name, visible, columns }) => [
        [`${schema}.${name}`, columns],
        ...(visible ? [[name, columns]] : []),
      ]),
    );
  } finally {
    await client.end();
  }
}
