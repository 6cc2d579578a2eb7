import { type Kysely, sql } from 'kysely';
import type pg from 'pg';

export const CHANNEL = 'table_changed';
/** The advisory locks of those who wait for changes; the number is arbitrary but fixed, the table's hash goes with it. */
const LOCKS = 7_204_118;

/**
 * Makes the table notify who waits for it when a row is added or changed, at the commit. Call it from a migration. `each`:
 * a statement that changes no row counts too, but one that writes a thousand does it once.
 *
 * Commits that notify take turns on the whole server, so nobody is notified who is awake: who waits holds a lock, and a
 * transaction notifies only if it can't share that lock. While it holds its share nobody can begin to wait, so no change
 * falls between the last look and the wait.
 */
export async function notifyChanges(
  db: Kysely<unknown>,
  table: string,
  each: 'row' | 'statement' = 'row',
): Promise<void> {
  await sql`create or replace function notify_change() returns trigger language plpgsql as ${sql.lit(`begin
    if not pg_try_advisory_xact_lock_shared(${LOCKS}, hashtext(tg_table_name)) then
      perform pg_notify('${CHANNEL}', tg_table_name);
    end if;
    return null;
  end`)}`.execute(db);
  await sql`create or replace trigger notify_change after insert or update on ${sql.table(table)}
    for each ${sql.raw(each)} execute function notify_change()`.execute(db);
}

/** From now on the connection hears of changes in tables it waits for. */
export async function listenForChanges(client: pg.ClientBase, onChange: (table: string) => void): Promise<void> {
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === CHANNEL) onChange(payload);
  });
  await client.query(`listen ${CHANNEL}`);
}

/**
 * Whether the next change of the table will be notified. Look once more after this: what was changed before is not. No:
 * somebody is changing the table, or another connection waits already. It ends with the connection.
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
