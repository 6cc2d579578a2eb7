import { type Kysely, sql } from 'kysely';

/**
 * An Idempotency-Key belongs to the account. The primary key, which has the API key in it, stays for the release before this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of requests that two API keys of an account made under one Idempotency-Key, the newest is the one to repeat.
  await sql`delete from idempotency_keys older using idempotency_keys newer
    where older.user_id = newer.user_id and older.route = newer.route
      and older.idempotency_key = newer.idempotency_key
      and (older.expires_at, older.key_id) < (newer.expires_at, newer.key_id)`.execute(db);
  await sql`create unique index idempotency_keys_account_idx
    on idempotency_keys (user_id, route, idempotency_key)`.execute(db);
}
