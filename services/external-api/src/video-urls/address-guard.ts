import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@reelwright/errors';
import ipaddr from 'ipaddr.js';

/**
 * One text for an address that is refused, that does not exist, that is silent: who asks must not learn from the answer
 * what lies in our network.
 */
export function unusableUrl(cause?: unknown): AppError {
  return new AppError(
    'INVALID_ARGUMENT',
    'VIDEO_URL_UNUSABLE',
    'The video could not be fetched. videoUrl must be a public https address that answers with the file itself.',
    { cause },
  );
}

/**
 * The address, if it may be asked at all: https on its usual port, a name instead of an IP address in any notation (the
 * URL parser turns 0x7f000001 and its kind into dotted form), no credentials.
 * @throws AppError VIDEO_URL_UNUSABLE
 */
export function requirePublicUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.parse(text);
  if (!url || url.username || url.password) throw unusableUrl();
  if (allowPrivate && /^https?:$/.test(url.protocol)) return url;
  if (url.protocol !== 'https:' || url.port !== '') throw unusableUrl();
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw unusableUrl();
  return url;
}

/** Whether an address is one of the public internet: neither private, local, mapped, translated nor reserved. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast';
}

type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A resolver for outgoing connections that gives public addresses only. It runs at the moment of dialling, so a name that
 * changes its address between a check and the call gains nothing.
 */
export function guardedLookup(allowPrivate: boolean, resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const refused = addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address));
      if (refused && !allowPrivate) return done(new Error('this address is not public'), []);
      const [first] = addresses;
      if (options.all || !first) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}
