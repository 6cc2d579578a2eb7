import type { ObjectStore } from '@reelwright/object-store';

/** The address outside of the service at which an object can be read for a while. */
export type Redirect = (key: string, contentType: string) => Promise<string>;

/** An address stays the same for ten minutes, so that caches see it again, and is valid for at least as long after that. */
const ROUNDED_TO_MS = 600_000;
const VALID_SECONDS = 1_200;
/** Caches may keep a file after its address has ended, so not for long. */
const CACHE_CONTROL = 'max-age=600';

/**
 * Redirects to the bucket's addresses under the origin of MEDIA_REDIRECT_ORIGIN; undefined without one. The signature is
 * for the bucket's host, which a CDN sends to its origin. @throws Error when the store has no addresses
 */
export function redirectTo(origin: string | undefined, store: ObjectStore): Redirect | undefined {
  if (!origin) return undefined;
  const { presign } = store;
  if (!presign) throw new Error('bad settings: MEDIA_REDIRECT_ORIGIN needs a bucket, and OBJECT_STORE_URL is a folder');
  return async (key, contentType) => {
    const signedAt = new Date(Math.floor(Date.now() / ROUNDED_TO_MS) * ROUNDED_TO_MS);
    const address = await presign(key, { contentType, cacheControl: CACHE_CONTROL, signedAt, seconds: VALID_SECONDS });
    // Not by URL, which would spell the signed path and query in its own way.
    return address.replace(/^https?:\/\/[^/]+/, origin);
  };
}
