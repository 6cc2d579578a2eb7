import type { Claims, IdentitySigner } from '@reelwright/identity';

const TTL_SECONDS = 60;
/** A token is renewed this long before it expires, so that a slow request still carries a valid one. */
const EARLY_SECONDS = 30;
const SIZE = 10_000;

/** One signed token per credential and audience: signing costs more than everything else in a check. */
export function createTokenCache(signer: IdentitySigner) {
  const tokens = new Map<string, { token: Promise<string>; until: number }>();
  return {
    tokenFor(claims: Claims): Promise<string> {
      const key = `${claims.aud} ${claims.cred} ${claims.sub} ${claims.scopes?.join(' ') ?? ''}`;
      const known = tokens.get(key);
      if (known && known.until > Date.now()) return known.token;
      const token = signer.sign(claims, TTL_SECONDS);
      if (tokens.size >= SIZE) tokens.clear();
      tokens.set(key, { token, until: Date.now() + (TTL_SECONDS - EARLY_SECONDS) * 1000 });
      return token;
    },
  };
}
