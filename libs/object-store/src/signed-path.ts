import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A path that is valid until `expiresAt` (real time) and can be handed to people and platforms that have no session:
 * `/media/x.mp4?exp=<unix seconds>&sig=<base64url>`. The signature covers path and expiry.
 */
export function signPath(path: string, options: { key: string; expiresAt: Date }): string {
  const exp = Math.floor(options.expiresAt.getTime() / 1000);
  return `${path}?exp=${exp}&sig=${signature(path, exp, options.key)}`;
}

/** Whether the signature is that of one of the keys and has not expired. */
export function verifySignedPath(
  path: string,
  query: { exp?: string | undefined; sig?: string | undefined },
  options: { keys: readonly string[]; now: Date },
): boolean {
  const exp = Number(query.exp);
  if (!Number.isSafeInteger(exp) || exp * 1000 < options.now.getTime() || typeof query.sig !== 'string') return false;
  const actual = Buffer.from(query.sig);
  return options.keys.some((key) => {
    const expected = Buffer.from(signature(path, exp, key));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}

function signature(path: string, exp: number, key: string): string {
  return createHmac('sha256', key).update(`${path}\n${exp}`).digest('base64url');
}
