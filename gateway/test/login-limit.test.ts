import { type Gateway, type GatewayResponse, startGateway } from './running-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  // Behind one proxy of ours, which names the caller's address.
  gateway = await startGateway({ trustedHops: 1 });
}, 30_000);
afterAll(() => gateway.stop());

const logIn = (address: string) =>
  gateway.call('/api/auth/login', {
    method: 'POST',
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
    body: '{}',
  });

const MAX_LOGINS = 1_000;

/** Logs in until it is rejected; two more a second pass, because the bucket refills continuously. */
async function logInFrom(
  address: (index: number) => string,
): Promise<{ passed: number; rejection: GatewayResponse | undefined }> {
  for (let index = 1; index <= MAX_LOGINS; index += 1) {
    const response = await logIn(address(index));
    if (response.status !== 200) return { passed: index - 1, rejection: response };
  }
  return { passed: MAX_LOGINS, rejection: undefined };
}

describe('logins', () => {
  it('[ASVS 2.4.1] are 120 a minute for an IPv4 address, and the error names when to retry', async () => {
    const { passed, rejection } = await logInFrom(() => '203.0.113.7');
    expect(passed).toBeGreaterThanOrEqual(120);
    expect([rejection?.status, rejection?.body.error]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(rejection?.headers['retry-after']).toBe('60');
    const other = await logIn('203.0.113.8');
    expect([other.status, other.headers['retry-after']]).toEqual([200, undefined]);
  });

  it('[ASVS 2.4.1] are 120 a minute for the /64 of an IPv6 address', async () => {
    const { passed, rejection } = await logInFrom((index) => `2001:db8:1:2::${index.toString(16)}`);
    expect([passed >= 120, rejection?.status]).toEqual([true, 429]);
    expect((await logIn('2001:db8:1:3::1')).status).toBe(200);
  });

  it('[ASVS 2.4.1] are 120 a minute for an IPv4 address that a proxy writes as an IPv6 one', async () => {
    const { passed, rejection } = await logInFrom(() => '::ffff:203.0.113.9');
    expect([passed >= 120, rejection?.status]).toEqual([true, 429]);
    expect((await logIn('::ffff:203.0.113.10')).status).toBe(200);
  });
});
