import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, migrationFiles, runMigrations } from '@reelwright/postgres';
import pg from 'pg';
import type { RunMigration } from './migration-rules.ts';

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

/** Runs a service's migrations in a scratch database. @returns what those of the names sent */
export async function runInScratch(admin: string, folder: string, names: readonly string[]): Promise<RunMigration[]> {
  const migrations = await loadMigrations(folder);
  const statements = new Map(names.map((name) => [name, [] as string[]]));
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  const scratch = `check_migrations_${randomBytes(5).toString('hex')}`;
  try {
    await client.query(`create database ${scratch}`);
    const url = new URL(admin);
    url.pathname = `/${scratch}`;
    const onStatement = ({ migration, sql }: { migration: string; sql: string }) =>
      statements.get(migration)?.push(sql);
    await runMigrations({ url: url.href, migrations, logger, onStatement });
  } finally {
    await client.query(`drop database if exists ${scratch} with (force)`);
    await client.end();
  }
  return names.map((name) => {
    const { transaction = true, accepted = {} } = migrations[name] ?? {};
    return { name, transaction, accepted, statements: statements.get(name) ?? [] };
  });
}
