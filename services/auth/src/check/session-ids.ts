import { Signer } from '@fastify/cookie';
import type { KeyRing } from '@reelwright/config';
import { hashSessionId } from '../sessions/session-store.ts';
import { readCookie } from './request-credentials.ts';

const CACHE_SIZE = 10_000;
const MAX_CACHED_LENGTH = 4_096;

/**
 * Finds the hashed session id in a Cookie header with a valid signature. The result is cached per header, because it
 * changes only with the keys. Whether the session is live is looked up each time.
 */
export function createSessionIds(options: { cookieName: string; keys: KeyRing }) {
  const signer = new Signer([...options.keys]);
  const cache = new Map<string, string>();

  return {
    /** Undefined when the cookie is missing or its signature is wrong. */
    find(header: string | undefined): string | undefined {
      if (!header) return undefined;
      const cached = cache.get(header);
      if (cached !== undefined) return cached;
      const unsigned = signer.unsign(readCookie(header, options.cookieName) ?? '.');
      if (!unsigned.valid || unsigned.value === null) return undefined;
      const sid = hashSessionId(unsigned.value);
      if (header.length <= MAX_CACHED_LENGTH) {
        if (cache.size >= CACHE_SIZE) cache.clear();
        cache.set(header, sid);
      }
      return sid;
    },
  };
}
