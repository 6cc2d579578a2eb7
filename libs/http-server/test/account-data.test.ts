import { createManualClock } from '@reelwright/clock';
import { createIdentityVerifier } from '@reelwright/identity';
import { silentLogger as logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createTestIdentity, type TestIdentity } from '@reelwright/testing';
import { createHttpServer, type HttpServer, serveAccountData } from '../src/index.ts';

let identity: TestIdentity;
let server: HttpServer;
const readFor: string[] = [];

beforeAll(async () => {
  identity = await createTestIdentity([]);
  const clock = createManualClock(new Date('2031-05-04T12:00:00Z'));
  server = createHttpServer({
    service: 'auth',
    host: '127.0.0.1',
    port: 0,
    logger,
    clock,
    metrics: createMetrics({ service: 'test', processMetrics: false }),
    verifier: createIdentityVerifier({ jwksFile: identity.jwksFile }),
    publicUrl: 'http://localhost:8080',
  });
  const read = async (userId: string) => {
    readFor.push(userId);
    return { name: `of ${userId}`, since: new Date(0), plan: null, posts: [{ id: 'p1' }] };
  };
  serveAccountData(server.app, { part: 'things', clock, read });
});
afterAll(async () => {
  await server.stop();
  identity.remove();
});

describe('the data that a person may download', () => {
  it('is everything that is read for them, with the part’s name and the product time', async () => {
    const headers = await identity.asUser('7');
    const response = await server.app.inject({ url: '/api/account-data/things', headers });
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(response.json()).toEqual({
      part: 'things',
      exportedAt: expect.stringMatching(/^2031-05-04T12:.*Z$/),
      data: { name: 'of 7', since: '1970-01-01T00:00:00.000Z', plan: null, posts: [{ id: 'p1' }] },
    });
  });

  it('[ASVS 8.2.2] is read for the signed-in caller only, also if the request names another person', async () => {
    readFor.length = 0;
    const url = '/api/account-data/things?userId=8&user_id=8';
    const anonymous = await server.app.inject({ url });
    expect([anonymous.statusCode, anonymous.json().error]).toEqual([401, 'SIGNED_OUT']);
    await server.app.inject({ url, headers: await identity.asUser('7') });
    expect(readFor).toEqual(['7']);
  });
});
