import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@reelwright/logger';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import pg from 'pg';
import { type Migration, type Migrations, numberOf, recordTable } from './migration-files.ts';

/** The limits of the service's role are for requests: a migration may change each row of a large table. */
const NO_TIME_LIMITS = '-c statement_timeout=0 -c transaction_timeout=0';
/** Requests queue behind a statement that waits for a table's lock, so it gives up soon, and the migration starts again. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_PAUSE_MS = 1_000;
const MAX_LOCK_TRIES = 200;
const LOCK_NOT_AVAILABLE = '55P03';

/** The advisory lock of the migrate command; the number is arbitrary but fixed. */
const ONE_AT_A_TIME = 7_204_119;
const TURN_MS = 200;

/** A statement that a migration sends to the database. */
export interface SentStatement {
  readonly migration: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The application name of the connections of a migrate command. Outbox relays do not wait for their transactions. */
export const MIGRATIONS = 'migrations';

/**
 * Brings a database to its newest form; a second command waits for the first. Each migration is one transaction, unless
 * its file says otherwise. Forward only; a database that a newer release has migrated is left as it is.
 * @throws the error of the migration that failed; what came before it stays.
 */
export async function runMigrations(options: {
  url: string;
  migrations: Migrations;
  logger: Logger;
  /** Called for each statement that a migration sends. */
  onStatement?: (statement: SentStatement) => void;
}): Promise<void> {
  const { migrations, logger, onStatement } = options;
  const pool = new pg.Pool({
    connectionString: withOptions(options.url, `${NO_TIME_LIMITS} -c lock_timeout=${LOCK_TIMEOUT_MS}`),
    max: 2,
    application_name: MIGRATIONS,
  });
  pool.on('connect', (client) => client.on('error', () => undefined)); // the next query reports it
  pool.on('error', () => undefined); // a connection that is being closed
  let running: string | undefined;
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      if (running) onStatement?.({ migration: running, sql: query.sql, parameters: query.parameters });
    },
  });
  const up = (name: string, { up: run, transaction = true }: Migration) => ({
    up: async (connection: Kysely<unknown>) => {
      await sql`reset lock_timeout`.execute(connection);
      if (!transaction) await dropInvalidIndexes(connection);
      running = name;
      await run(connection).finally(() => {
        running = undefined;
      });
    },
  });
  const turn = await pool.connect();
  try {
    await waitForTurn(turn, logger);
    await forgetLibMigrations(db, Object.keys(migrations));
    for (const [table, own] of Map.groupBy(Object.entries(migrations), ([name]) => recordTable(name))) {
      const wrapped = Object.fromEntries(own.map(([name, migration]) => [name, up(name, migration)]));
      const newer = await newerMigrations(db, table, own.at(-1)?.[0] ?? '');
      const migrator = new Migrator({
        db,
        provider: { getMigrations: async () => ({ ...wrapped, ...newer }) },
        migrationTableName: table,
      });
      await runPending(db, migrator, migrations, logger);
    }
  } finally {
    turn.release(true); // closes the connection, which ends the lock
    await db.destroy();
  }
}

/** The URL with these options after its own. Options beside a URL would be replaced by the URL's, such as its role. */
function withOptions(url: string, options: string): string {
  const [address, query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('options', `${parameters.get('options') ?? ''} ${options}`);
  return `${address}?${parameters}`;
}

/**
 * Takes the lock by trying. A statement that waits for it would have a snapshot, and an index that the other command
 * creates concurrently waits for all of these: both would wait for each other.
 */
async function waitForTurn(client: pg.PoolClient, logger: Logger): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [ONE_AT_A_TIME]);
    if (rows[0]?.mine) return;
    if (isFirst) logger.info('another migrate command is running; this one waits for it');
    await pause(TURN_MS);
  }
}

async function runPending(
  db: Kysely<unknown>,
  migrator: Migrator,
  migrations: Migrations,
  logger: Logger,
): Promise<void> {
  let tries = 0;
  for (;;) {
    const next = (await migrator.getMigrations()).find(({ executedAt }) => !executedAt)?.name;
    const isOneTransaction = migrations[next ?? '']?.transaction ?? true;
    const { error, results = [] }: MigrationResultSet = await migrator.migrateUp({
      disableTransactions: !isOneTransaction,
    });
    // An invalid unique index rejects rows although it is of no use.
    if (error && !isOneTransaction) await dropInvalidIndexes(db);
    tries += 1;
    if (isLockTimeout(error) && tries < MAX_LOCK_TRIES) {
      logger.info({ migrationName: next }, 'a lock of this migration is taken; the migration starts again');
      await pause(LOCK_PAUSE_MS);
      continue;
    }
    for (const { migrationName, status } of results) logger.info({ migrationName, status }, 'migration');
    if (error) throw error;
    if (results.length === 0) return;
    tries = 0;
  }
}

function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === LOCK_NOT_AVAILABLE;
}

/** Drops the indexes that a failed `create index concurrently` has left, so that the migration creates them again. */
async function dropInvalidIndexes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where not i.indisvalid and c.relkind = 'i' and n.nspname not like 'pg\\_%'
       and not exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)`.execute(db);
  if (rows.length === 0) return;
  await db.connection().execute(async (connection) => {
    await sql`set lock_timeout = 0`.execute(connection); // waits for transactions; no request queues behind it
    for (const { schema, name } of rows)
      await sql`drop index concurrently if exists ${sql.id(schema, name)}`.execute(connection);
    await sql`reset lock_timeout`.execute(connection);
  });
}

/** The migrations of a newer release that have run. Kysely requires a migration for each record. */
async function newerMigrations(db: Kysely<unknown>, table: string, last: string): Promise<Record<string, Migration>> {
  if (!(await exists(db, table))) return {};
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db);
  const newer = rows.filter(({ name }) => numberOf(name) > numberOf(last));
  return Object.fromEntries(newer.map(({ name }) => [name, { up: async () => undefined }]));
}

/** The records of libs' migrations that services once ran themselves. */
const LIB_MIGRATION =
  '^[0-9]{4}-(create-outbox|create-inbox|create-outbox-and-inbox|notify-changes|know-a-restored-database)$';

/** Removes the records of migrations that libs have taken over from services: Kysely requires the file of each record. */
async function forgetLibMigrations(db: Kysely<unknown>, existing: readonly string[]): Promise<void> {
  const table = recordTable('');
  if (!(await exists(db, table))) return;
  await sql`delete from ${sql.table(table)} where name ~ ${LIB_MIGRATION} and name <> all(${existing})`.execute(db);
}

async function exists(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}
