import { isIPv4 } from 'node:net';
import { AppError } from '@reelwright/errors';

const HAS_SCHEME = /^(dns|ipv4|ipv6|unix):/;

/**
 * The target that grpc-js resolves: `name:port` is looked up in DNS and stands for all its addresses. Several IPv4 addresses
 * may be listed with commas. A target with a scheme stays as it is.
 */
export function targetOf(address: string): string {
  if (HAS_SCHEME.test(address)) return address;
  const addresses = address.split(',').map((one) => one.trim());
  if (addresses.length === 1) return `dns:///${address}`;
  const isList = addresses.every((one) => isIPv4(one.slice(0, one.lastIndexOf(':'))));
  if (!isList) throw new AppError('INTERNAL', 'BAD_ADDRESS', 'Only IPv4 addresses with ports can be listed.');
  return `ipv4:${addresses.join(',')}`;
}
