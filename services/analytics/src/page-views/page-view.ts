import ipaddr from 'ipaddr.js';
import { isbot } from 'isbot';

/** Stored bits of an address: enough for a country, too few for a household. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 } as const;

/** The network of an address, or null for an invalid address. An IPv4-mapped IPv6 address counts as IPv4. */
export function truncateAddress(address: string | undefined): string | null {
  if (!address || !ipaddr.isValid(address)) return null;
  const ip = ipaddr.process(address);
  const kind = ip.kind();
  const network =
    kind === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(`${ip.toString()}/${NETWORK_BITS.ipv4}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${ip.toNormalizedString().split('%')[0]}/${NETWORK_BITS.ipv6}`);
  return network.toString();
}

/** The referrer without query and fragment, which may contain names, searches and tokens. */
export function cleanReferrer(referrer: string | undefined): string | null {
  const url = referrer ? URL.parse(referrer) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return `${url.origin}${url.pathname}`.slice(0, 300);
}

/** Whether a visit counts: by a person who did not opt out (DNT, Global Privacy Control). */
export function isCounted(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return false;
  // A page that a browser prefetches has not been seen.
  if (/prefetch|prerender/.test(`${headers['sec-purpose'] ?? headers.purpose ?? ''}`)) return false;
  const agent = headers['user-agent'];
  return typeof agent === 'string' && agent !== '' && !isbot(agent);
}

/** The day of an instant, UTC, as YYYY-MM-DD. */
export const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10);
