import { createManualClock } from '@reelwright/clock';
import { createIdentityVerifier } from '@reelwright/identity';
import { silentLogger as logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createTestIdentity, type TestIdentity } from '@reelwright/testing';
import { createHttpServer, type HttpServer, requireUser } from '../src/index.ts';

let identity: TestIdentity;
const servers: HttpServer[] = [];

beforeAll(async () => {
  identity = await createTestIdentity(['billing']);
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  identity.remove();
});

/** A server that returns who calls and from where. */
function open(trustedProxies?: number) {
  const server = createHttpServer({
    service: 'billing',
    host: '127.0.0.1',
    port: 0,
    logger,
    clock: createManualClock(),
    metrics: createMetrics({ service: 'test' }),
    verifier: createIdentityVerifier({ jwksFile: identity.jwksFile }),
    publicUrl: 'http://localhost:8080',
    trustedProxies,
  });
  server.app.get('/address', async (request) => ({ address: request.ip }));
  server.app.get('/me', async (request) => requireUser(request));
  servers.push(server);
  return server.app;
}

describe("the caller's address", () => {
  const from = async (forwarded: string, proxies?: number) =>
    (await open(proxies).inject({ url: '/address', headers: { 'x-forwarded-for': forwarded } })).json().address;

  it('[ASVS 4.1.3] is the one the gateway saw, whatever the caller wrote before it', async () => {
    expect(await from('203.0.113.9')).toBe('203.0.113.9');
    expect(await from('10.66.66.66, 203.0.113.9')).toBe('203.0.113.9');
    expect(await from('10.66.66.66, 127.0.0.1, 203.0.113.9')).toBe('203.0.113.9');
  });

  it('is one further to the left for each further proxy of ours', async () => {
    expect(await from('10.66.66.66, 203.0.113.9, 192.0.2.1', 2)).toBe('203.0.113.9');
  });

  it("is the connection's where no proxy is trusted", async () => {
    expect(await from('203.0.113.9', 0)).toBe('127.0.0.1');
  });
});

describe("the caller's identity", () => {
  it('[ASVS 8.3.3] is a person or a partner, never a service that acts for one', async () => {
    const app = open();
    const call = (headers: Record<string, string>) => app.inject({ url: '/me', headers });
    expect((await call(await identity.asUser('7'))).json()).toEqual({ userId: '7' });
    expect((await call(await identity.asPartner('7', 'k1'))).json()).toEqual({ userId: '7' });

    const response = await call({ 'x-auth-identity': await identity.asService('billing', 'billing', '7') });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ error: 'SERVICE_NOT_ALLOWED' });
  });

  it('[ASVS 9.2.3] is not read from a token for another service', async () => {
    for (const aud of ['scheduling', 'reelwright.billing.v1.BillingService', '']) {
      const response = await open().inject({ url: '/me', headers: await identity.asUser('7', aud) });
      expect([aud, response.statusCode, response.json().error]).toEqual([aud, 401, 'IDENTITY_INVALID']);
    }
  });

  it('is rejected as a service also on routes without sign-in', async () => {
    const token = await identity.asService('billing', 'billing');
    const response = await open().inject({ url: '/address', headers: { 'x-auth-identity': token } });
    expect(response.statusCode).toBe(403);
  });
});
