import pg from 'pg';
import { explained } from './refusal.ts';
import { MIGRATIONS } from './run-migrations.ts';

/** One write transaction that hangs in any database of the server would hold back the outbox relays of all services. */
const ROLE_LIMITS = {
  idle_in_transaction_session_timeout: '5s',
  statement_timeout: '15s',
  transaction_timeout: '30s',
  lock_timeout: '5s',
};

/** Makes two commands that set them at once take turns; the number is arbitrary but fixed. */
const ONE_AT_A_TIME = 7_204_120;

/**
 * Sets the limits of the role that logs in, which needs no administrator. They apply to its new connections, also if the
 * URL's options set another role.
 * @throws AppError DATABASE_REFUSES
 */
export async function setRoleLimits(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query('set role none'); // each role may change its own settings only
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ONE_AT_A_TIME]);
    for (const [name, value] of Object.entries(ROLE_LIMITS))
      await client.query(`alter role session_user set ${name} = '${value}'`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: url, application_name: MIGRATIONS });
    await client.connect();
    return client;
  } catch (error) {
    throw explained(error);
  }
}
