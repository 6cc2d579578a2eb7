import { AppError } from '@reelwright/errors';
import type { Kysely } from 'kysely';
import { type ApiKeyOwner, findApiKeyOwner, markApiKeyUsed } from '../api-keys/api-key.repository.ts';
import { hashApiKey, looksLikeApiKey } from '../api-keys/api-key.ts';
import type { AuthDatabase } from '../database.ts';

const CACHE_MS = 2_000;
const CACHE_SIZE = 10_000;
const USE_INTERVAL_MS = 60_000;

/** Looks API keys up by hash, caches them for two seconds and updates their last use at most once a minute. */
export function createApiKeyLookup(db: Kysely<AuthDatabase>) {
  const cache = new Map<string, { owner: ApiKeyOwner; until: number }>();
  const lastUsedAt = new Map<string, number>();

  return {
    /** @throws AppError API_KEY_INVALID */
    async find(key: string): Promise<ApiKeyOwner> {
      const invalid = new AppError('UNAUTHENTICATED', 'API_KEY_INVALID', 'This API key is not valid.');
      if (!looksLikeApiKey(key)) throw invalid;
      const hash = hashApiKey(key);
      const cached = cache.get(hash);
      if (cached && cached.until > Date.now()) return cached.owner;
      const owner = await findApiKeyOwner(db, hash);
      if (!owner) throw invalid;
      if (cache.size >= CACHE_SIZE) cache.clear();
      cache.set(hash, { owner, until: Date.now() + CACHE_MS });
      if (Date.now() - (lastUsedAt.get(hash) ?? 0) > USE_INTERVAL_MS) {
        if (lastUsedAt.size >= CACHE_SIZE) lastUsedAt.clear();
        lastUsedAt.set(hash, Date.now());
        await markApiKeyUsed(db, hash);
      }
      return owner;
    },
    evict(hash: string) {
      cache.delete(hash);
    },
  };
}
