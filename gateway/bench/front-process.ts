import type { Address } from '../envoy-config.ts';
import type { Service } from '../routes.ts';
import { startFront } from './front.ts';

/**
 * Gateways and auth, for a bench of another package. FRONT_SERVICES is a JSON list of service addresses, one entry for each
 * gateway; the gateways' addresses are printed as one line of JSON, and SIGTERM ends it all.
 */
const { ENVOY_PATH = 'envoy', IDENTITY_KEY_FILE = '', IDENTITY_JWKS_FILE = '', FRONT_SERVICES = '[]' } = process.env;
const front = await startFront({
  envoy: ENVOY_PATH,
  identity: { keyFile: IDENTITY_KEY_FILE, jwksFile: IDENTITY_JWKS_FILE },
  services: JSON.parse(FRONT_SERVICES) as Partial<Record<Service, Address>>[],
});
process.once('SIGTERM', () => void front.stop().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ urls: front.urls })}\n`);
