import { createManualClock } from '@reelwright/clock';
import { createIdentityVerifier } from '@reelwright/identity';
import { silentLogger as logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { createTestIdentity, type TestIdentity } from '@reelwright/testing';
import Type from 'typebox';
import { createHttpServer, errorResponses, type HttpServer, serveAccountData } from '../src/index.ts';

let identity: TestIdentity;
let server: HttpServer;

beforeAll(async () => {
  identity = await createTestIdentity([]);
  const clock = createManualClock(new Date('2031-05-04T12:00:00Z'));
  server = createHttpServer({
    service: 'things',
    host: '127.0.0.1',
    port: 0,
    logger,
    clock,
    metrics: createMetrics({ service: 'test', processMetrics: false }),
    verifier: createIdentityVerifier({ jwksFile: identity.jwksFile }),
    publicUrl: 'http://localhost:8080',
  });
  serveAccountData(server.app, { part: 'things', clock, read: async () => ({}) });
  server.app.register(async (routes) => {
    const Thing = Type.Object({ name: Type.String(), colour: Type.Union([Type.String(), Type.Null()]) });
    const params = Type.Object({ id: Type.String() });
    routes.put(
      '/api/things/:id',
      { schema: { params, body: Thing, response: { 200: Thing, ...errorResponses(404) } } },
      async ({ body }) => body,
    );
    routes.post('/api/things/:id/paint', { schema: { params, response: { 200: Thing } } }, async () => ({
      name: 'door',
      colour: null,
    }));
  });
  await server.app.ready();
});
afterAll(async () => {
  await server.stop();
  identity.remove();
});

describe('the OpenAPI document of a service', () => {
  it('has every route with the schemas that validate it, and no health or metrics routes', () => {
    const { openapi, info, paths } = server.app.swagger() as never as { openapi: string; info: object; paths: object };
    const thing = {
      type: 'object',
      required: ['name', 'colour'],
      properties: { name: { type: 'string' }, colour: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    };
    expect([openapi, info]).toEqual(['3.1.0', { title: 'things', version: '1' }]);
    expect(Object.keys(paths)).toEqual(['/api/account-data/things', '/api/things/{id}', '/api/things/{id}/paint']);
    expect(paths).toMatchObject({
      '/api/things/{id}': {
        put: {
          parameters: [{ in: 'path', name: 'id', required: true }],
          requestBody: { content: { 'application/json': { schema: thing } } },
          responses: { 200: { content: { 'application/json': { schema: thing } } } },
        },
      },
    });
  });

  it('has no body where a route accepts none, and the same error form on each', () => {
    const { paths } = server.app.swagger() as never as {
      paths: Record<string, { post: { requestBody?: object; responses: Record<string, object> } }>;
    };
    const paint = paths['/api/things/{id}/paint']?.post;
    expect(paint).not.toHaveProperty('requestBody');
    expect(Object.keys(paint?.responses ?? {})).toEqual(['200', '4XX', '5XX']);
    expect(paint?.responses['4XX']).toMatchObject({
      content: { 'application/json': { schema: { required: ['error', 'message'] } } },
    });
  });

  it('is not served', async () => {
    for (const url of ['/documentation/json', '/openapi.json', '/swagger']) {
      expect((await server.app.inject({ url })).statusCode).toBe(404);
    }
  });
});
