import { AppError } from '@reelwright/errors';
import { type Kysely, sql } from 'kysely';
import { hashAdminSession } from '../admin/admin-session.ts';
import { hashApiKey, looksLikeApiKey } from '../api-keys/api-key.ts';
import type { AuthDatabase } from '../database.ts';

const CACHE_MS = 2_000;
const CACHE_SIZE = 10_000;
const USED_MS = 60_000;

interface KeyOwner {
  readonly id: string;
  readonly userId: string;
}

/** Looks API keys up by hash, remembers them for two seconds, and notes their use at most once a minute. */
export function createApiKeyLookup(db: Kysely<AuthDatabase>) {
  const remembered = new Map<string, { owner: KeyOwner; until: number }>();
  const notedAt = new Map<string, number>();

  return {
    /** @throws AppError API_KEY_INVALID */
    async find(key: string): Promise<KeyOwner> {
      const invalid = new AppError('UNAUTHENTICATED', 'API_KEY_INVALID', 'This API key is not valid.');
      if (!looksLikeApiKey(key)) throw invalid;
      const hash = hashApiKey(key);
      const known = remembered.get(hash);
      if (known && known.until > Date.now()) return known.owner;
      const row = await db
        .selectFrom('api_keys')
        .select(['id', 'user_id'])
        .where('key_hash', '=', hash)
        .executeTakeFirst();
      if (!row) throw invalid;
      const owner = { id: row.id, userId: String(row.user_id) };
      if (remembered.size >= CACHE_SIZE) remembered.clear();
      remembered.set(hash, { owner, until: Date.now() + CACHE_MS });
      if (Date.now() - (notedAt.get(hash) ?? 0) > USED_MS) {
        if (notedAt.size >= CACHE_SIZE) notedAt.clear();
        notedAt.set(hash, Date.now());
        await sql`update api_keys set last_used_at = clock_timestamp() where key_hash = ${hash}`.execute(db);
      }
      return owner;
    },
    forget(hash: string) {
      remembered.delete(hash);
    },
  };
}

export async function findAdminSession(db: Kysely<AuthDatabase>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_sessions')
    .select('sid')
    .where('sid', '=', hashAdminSession(id))
    .where('expire', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row !== undefined;
}
