import ipaddr from 'ipaddr.js';

/** The prefix that one household or server gets. */
const IPV6_BITS = 64;
/** The prefix that one owner gets: a company or a hosting provider. */
const BLOCK_BITS = { ipv4: 24, ipv6: 48 } as const;

/** The unit of a limit per address: an IPv4 address, or the /64 of an IPv6 address, because one owner has the whole /64. */
export function networkOf(address: string): string {
  const parsedAddress = parse(address);
  return parsedAddress?.kind() === 'ipv4' ? parsedAddress.toString() : maskedTo(parsedAddress, IPV6_BITS);
}

/** The unit of a limit on what people without an account get for free: many addresses are cheap, many blocks are not. */
export function blockOf(address: string): string {
  const parsedAddress = parse(address);
  return maskedTo(parsedAddress, BLOCK_BITS[parsedAddress?.kind() ?? 'ipv4']);
}

type ParsedAddress = ReturnType<typeof ipaddr.process>;

/** An IPv4 address within an IPv6 one is the IPv4 address. */
const parse = (address: string): ParsedAddress | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address.split('%')[0] ?? '') : undefined;

function maskedTo(parsedAddress: ParsedAddress | undefined, bits: number): string {
  if (!parsedAddress) return 'unknown';
  const kind = parsedAddress.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${parsedAddress.toNormalizedString()}/${bits}`).toString()}/${bits}`;
}
