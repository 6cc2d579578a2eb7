import ipaddr from 'ipaddr.js';

/** What one household or server gets as a whole. */
const IPV6_BITS = 64;

/** Whom a limit per address counts: an IPv4 address, or the /64 of an IPv6 address, whose owner has all addresses of it. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const plain = parsed.toNormalizedString().split('%')[0];
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${IPV6_BITS}`).toString()}/${IPV6_BITS}`;
}
