import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { silentLogger as logger } from '@reelwright/logger';
import { loadMigrations, migrationFiles, runMigrations } from '@reelwright/postgres';
import { databaseUrl } from './find-servers.ts';
import { databaseOn, query } from './servers.ts';

/**
 * The name of a database that a package's migrations were applied to, for test databases to be copies of. It is made once
 * for each state of the migration files, and stays on the server.
 * @param migrations the package's folder of migrations
 */
export async function migratedTemplate(migrations: string): Promise<string> {
  const name = await templateName(migrations);
  await createTemplate({ server: await databaseUrl(), name, migrations });
  return name;
}

/** It changes with the package's migration files and those of the libs it depends on. */
export async function templateName(migrations: string): Promise<string> {
  const hash = createHash('sha256');
  for (const [name, file] of Object.entries(await migrationFiles(migrations)))
    hash.update(name).update(await readFile(file));
  return `template_${hash.digest('hex').slice(0, 20)}`;
}

/** Does nothing when there is a database of that name. @param options.server an administrator's address */
export async function createTemplate(options: { server: string; name: string; migrations: string }): Promise<void> {
  const { server, name, migrations } = options;
  await query(server, async (client) => {
    const isThere = async () =>
      (await client.query('select from pg_database where datname = $1', [name])).rows.length > 0;
    if (await isThere()) return;
    // Held until this connection ends.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    if (await isThere()) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished}`);
    await client.query(`create database ${unfinished}`);
    await runMigrations({ url: databaseOn(server, unfinished), migrations: await loadMigrations(migrations), logger });
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
}
