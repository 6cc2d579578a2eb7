import type { Logger } from '@reelwright/logger';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable } from './errors.ts';
import { explained } from './refusal.ts';

export interface Database<Tables> {
  readonly name: string;
  readonly db: Kysely<Tables>;
  readonly pool: pg.Pool;
  /** @throws AppError DATABASE_REFUSES, with what to look at in the URL */
  start(): Promise<void>;
  stop(): Promise<void>;
}

// Counters fit a double; a bigint as text would spread string arithmetic through the code.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const CONNECT_TIMEOUT_MS = 5_000;

function unavailable(cause: unknown): never {
  throw new DatabaseUnavailable(cause);
}

/**
 * A pool and Kysely on it; throws DatabaseUnavailable without a connection. Limits of statements, locks and idle
 * transactions are set on the database role, because an open write transaction anywhere on the server holds back the
 * outbox relays of all services.
 */
export function createDatabase<Tables>(options: {
  url: string;
  logger: Logger;
  applicationName: string;
  poolSize?: number;
}): Database<Tables> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // A connection that dies while idle is dropped by the pool; without a listener it would end the process. One that dies
  // in a transaction, between two queries, is not the pool's at that moment: it needs a listener of its own.
  pool.on('error', (error) => options.logger.warn({ err: error }, 'idle database connection lost'));
  pool.on('connect', (client) => client.on('error', () => undefined)); // the next query reports it
  const connections = {
    connect: () => pool.connect().catch(unavailable),
    end: () => pool.end(),
    options: pool.options,
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) });
  return {
    name: 'database',
    db,
    pool,
    async start() {
      try {
        await pool.query('select 1');
      } catch (error) {
        throw explained(error);
      }
    },
    async stop() {
      await db.destroy();
    },
  };
}
