import { Signer } from '@fastify/cookie';
import { readCookie } from './request-credentials.ts';

const SIZE = 10_000;
const LONGEST = 4_096;

/**
 * The session id in a Cookie header whose signature holds. That a header carries a good signature stays true for as long
 * as the secret does, so it is worked out once; whether the session still lives is another question, asked each time.
 */
export function createSessionIds(options: { cookieName: string; secret: string }) {
  const signer = new Signer(options.secret);
  const known = new Map<string, string>();

  return {
    /** Undefined: no such cookie, or one that we did not sign. */
    find(header: string | undefined): string | undefined {
      if (!header) return undefined;
      const found = known.get(header);
      if (found !== undefined) return found;
      const unsigned = signer.unsign(readCookie(header, options.cookieName) ?? '.');
      if (!unsigned.valid || unsigned.value === null) return undefined;
      if (header.length <= LONGEST) {
        if (known.size >= SIZE) known.clear();
        known.set(header, unsigned.value);
      }
      return unsigned.value;
    },
  };
}
