import ipaddr from 'ipaddr.js';

/** What one household or server gets as a whole. */
const IPV6_BITS = 64;
/** What one owner gets: a company, or a provider of servers. */
const BLOCK_BITS = { ipv4: 24, ipv6: 48 } as const;

/** Whom a limit per address counts: an IPv4 address, or the /64 of an IPv6 address, whose owner has all addresses of it. */
export function networkOf(address: string): string {
  const parsed = parse(address);
  return parsed?.kind() === 'ipv4' ? parsed.toString() : maskedTo(parsed, IPV6_BITS);
}

/** Whom a limit counts on what strangers get for nothing: many addresses cost little, many blocks do not. */
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
