import { AppError } from '@reelwright/errors';
import type { Kysely } from 'kysely';
import { type ApiKeyOwner, findApiKeyOwner, markApiKeyUsed } from '../api-keys/api-key.repository.ts';
import { hashApiKey, looksLikeApiKey } from '../api-keys/api-key.ts';
import type { AuthDatabase } from '../database.ts';

const CACHE_MS = 2_000;
const CACHE_SIZE = 10_000;
const USED_MS = 60_000;

/** Looks API keys up by hash, caches them for two seconds and updates their last use at most once a minute. */
export function createApiKeyLookup(db: Kysely<AuthDatabase>) {
  const cached = new Map<string, { owner: ApiKeyOwner; until: number }>();
  const usedAt = new Map<string, number>();

  return {
    /** @throws AppError API_KEY_INVALID */
    async find(key: string): Promise<ApiKeyOwner> {
      const invalid = new AppError('UNAUTHENTICATED', 'API_KEY_INVALID', 'This API key is not valid.');
      if (!looksLikeApiKey(key)) throw invalid;
      const hash = hashApiKey(key);
      const known = cached.get(hash);
      if (known && known.until > Date.now()) return known.owner;
      const owner = await findApiKeyOwner(db, hash);
      if (!owner) throw invalid;
      if (cached.size >= CACHE_SIZE) cached.clear();
      cached.set(hash, { owner, until: Date.now() + CACHE_MS });
      if (Date.now() - (usedAt.get(hash) ?? 0) > USED_MS) {
        if (usedAt.size >= CACHE_SIZE) usedAt.clear();
        usedAt.set(hash, Date.now());
        await markApiKeyUsed(db, hash);
      }
      return owner;
    },
    evict(hash: string) {
      cached.delete(hash);
    },
  };
}
