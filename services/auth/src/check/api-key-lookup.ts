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
  const remembered = new Map<string, { owner: ApiKeyOwner; until: number }>();
  const notedAt = new Map<string, number>();

  return {
    /** @throws AppError API_KEY_INVALID */
    async find(key: string): Promise<ApiKeyOwner> {
      const invalid = new AppError('UNAUTHENTICATED', 'API_KEY_INVALID', 'This API key is not valid.');
      if (!looksLikeApiKey(key)) throw invalid;
      const hash = hashApiKey(key);
      const known = remembered.get(hash);
      if (known && known.until > Date.now()) return known.owner;
      const owner = await findApiKeyOwner(db, hash);
      if (!owner) throw invalid;
      if (remembered.size >= CACHE_SIZE) remembered.clear();
      remembered.set(hash, { owner, until: Date.now() + CACHE_MS });
      if (Date.now() - (notedAt.get(hash) ?? 0) > USED_MS) {
        if (notedAt.size >= CACHE_SIZE) notedAt.clear();
        notedAt.set(hash, Date.now());
        await markApiKeyUsed(db, hash);
      }
      return owner;
    },
    forget(hash: string) {
      remembered.delete(hash);
    },
  };
}
