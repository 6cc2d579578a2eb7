import type { Claims, IdentitySigner } from '@reelwright/identity';

const TTL_SECONDS = 60;
/** A token is renewed this long before it expires, so that a slow request still carries a valid one. */
const RENEWED_BEFORE_SECONDS = 30;
const CACHE_SIZE = 10_000;

/** One signed token per credential and audience: signing costs more than everything else in a check. */
export function createTokenCache(signer: IdentitySigner) {
  const tokens = new Map<string, { token: Promise<string>; until: number }>();
  return {
    tokenFor(claims: Claims): Promise<string> {
      const key = `${claims.aud} ${claims.cred} ${claims.sub} ${claims.scopes?.join(' ') ?? ''}`;
      const cached = tokens.get(key);
      if (cached && cached.until > Date.now()) return cached.token;
      const token = signer.sign(claims, TTL_SECONDS);
      if (tokens.size >= CACHE_SIZE) tokens.clear();
      tokens.set(key, { token, until: Date.now() + (TTL_SECONDS - RENEWED_BEFORE_SECONDS) * 1000 });
      return token;
    },
  };
}
