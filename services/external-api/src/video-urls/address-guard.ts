import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@reelwright/errors';
import ipaddr from 'ipaddr.js';

/**
 * The same error for a forbidden, a missing and an unresponsive address, so that it reveals nothing about our network.
 */
export function videoUrlUnusable(cause?: unknown): AppError {
  return new AppError(
    'INVALID_ARGUMENT',
    'VIDEO_URL_UNUSABLE',
    'The video could not be fetched. videoUrl must be a public https address that answers with the file itself.',
    { cause },
  );
}

/**
 * Requires https on the default port, a name instead of an IP address in any notation (the URL parser turns 0x7f000001
 * into dotted form) and no credentials.
 * @throws AppError VIDEO_URL_UNUSABLE
 */
export function requirePublicUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.parse(text);
  if (!url || url.username || url.password) throw videoUrlUnusable();
  if (allowPrivate && /^https?:$/.test(url.protocol)) return url;
  if (url.protocol !== 'https:' || url.port !== '') throw videoUrlUnusable();
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw videoUrlUnusable();
  return url;
}

/** Whether an address is public: not private, local, mapped, translated or reserved. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast';
}

type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A resolver that returns public addresses only. It runs when connecting, so a name cannot change its address between a
 * check and the call.
 */
export function guardedLookup(allowPrivate: boolean, resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const isRejected = addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address));
      if (isRejected && !allowPrivate) return done(new Error('this address is not public'), []);
      const [first] = addresses;
      if (options.all || !first) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}
