import ipaddr from 'ipaddr.js';

/** The prefix that one household or server gets. */
const IPV6_BITS = 64;
/** The prefix that one owner gets: a company or a hosting provider. */
const BLOCK_BITS = { ipv4: 24, ipv6: 48 } as const;

/** The unit of a limit per address: an IPv4 address, or the /64 of an IPv6 address, because one owner has the whole /64. */
export function networkOf(address: string): string {
  const parsed = parse(address);
  return parsed?.kind() === 'ipv4' ? parsed.toString() : maskedTo(parsed, IPV6_BITS);
}

/** The unit of a limit on what strangers get for free: many addresses are cheap, many blocks are not. */
export function blockOf(address: string): string {
  const parsed = parse(address);
  return maskedTo(parsed, BLOCK_BITS[parsed?.kind() ?? 'ipv4']);
}

type Parsed = ReturnType<typeof ipaddr.process>;

/** An IPv4 address within an IPv6 one is the IPv4 address. */
const parse = (address: string): Parsed | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address.split('%')[0] ?? '') : undefined;

function maskedTo(parsed: Parsed | undefined, bits: number): string {
  if (!parsed) return 'unknown';
  const kind = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${bits}`).toString()}/${bits}`;
}
