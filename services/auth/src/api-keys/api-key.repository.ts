import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { apiKeyPrefix, hashApiKey } from './api-key.ts';

interface ApiKeyStatus {
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export async function findApiKey(db: Kysely<AuthDatabase>, userId: number): Promise<ApiKeyStatus | undefined> {
  return db
    .selectFrom('api_keys')
    .select(['prefix', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export interface ApiKeyOwner {
  readonly id: string;
  readonly userId: string;
}

export async function findApiKeyOwner(db: Kysely<AuthDatabase>, keyHash: string): Promise<ApiKeyOwner | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select(['id', 'user_id'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return row && { id: row.id, userId: String(row.user_id) };
}

/** Makes this the user's one key. @returns the hash of the key it replaces */
export async function replaceApiKey(
  db: Kysely<AuthDatabase>,
  newKey: { userId: number; apiKey: string; now: Date },
): Promise<string | undefined> {
  const { userId, apiKey, now } = newKey;
  const fields = { key_hash: hashApiKey(apiKey), prefix: apiKeyPrefix(apiKey), created_at: now, last_used_at: null };
  const oldKey = await db.selectFrom('api_keys').select('key_hash').where('user_id', '=', userId).executeTakeFirst();
  await db
    .insertInto('api_keys')
    .values({ user_id: userId, ...fields })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fields))
    .execute();
  return oldKey?.key_hash;
}

/** @returns the hashes of the deleted keys: one or none */
export async function deleteApiKeys(
  db: Kysely<AuthDatabase> | Transaction<AuthDatabase>,
  userId: number,
): Promise<string[]> {
  const rows = await db.deleteFrom('api_keys').where('user_id', '=', userId).returning('key_hash').execute();
  return rows.map(({ key_hash: keyHash }) => keyHash);
}

export async function markApiKeyUsed(db: Kysely<AuthDatabase>, keyHash: string): Promise<void> {
  await sql`update api_keys set last_used_at = clock_timestamp() where key_hash = ${keyHash}`.execute(db);
}
