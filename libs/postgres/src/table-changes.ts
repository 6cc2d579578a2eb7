import type pg from 'pg';

/** The channel and the advisory locks of the trigger function in `migrations/0001`; the table's hash goes with the lock's number. */
export const CHANNEL = 'table_changed';
const LOCKS = 7_204_118;

/** Calls `onChange` for changes of the tables that this connection waits for. */
export async function listenForChanges(client: pg.ClientBase, onChange: (table: string) => void): Promise<void> {
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === CHANNEL) onChange(payload);
  });
  await client.query(`listen ${CHANNEL}`);
}

/**
 * Whether the next change of the table will be notified. Poll once after this: earlier changes are not. False when a
 * transaction is changing the table, or another connection waits already. The wait ends with the connection.
 */
export async function beginWait(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as mine', [
    LOCKS,
    table,
  ]);
  return rows[0]?.mine ?? false;
}

export async function endWait(client: pg.ClientBase, table: string): Promise<void> {
  await client.query('select pg_advisory_unlock($1, hashtext($2))', [LOCKS, table]);
}
