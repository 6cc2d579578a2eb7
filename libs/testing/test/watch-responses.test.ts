import Fastify, { type FastifyInstance } from 'fastify';
import Type from 'typebox';
import { type ResponseWatch, watchResponses } from '../src/watch-responses.ts';

const Thing = Type.Object({
  name: Type.String(),
  size: Type.Union([Type.Object({ cm: Type.Integer() }), Type.Null()]),
  note: Type.Optional(Type.String()),
});
const schema = { response: { 200: Thing, '4xx': Type.Object({ error: Type.String() }) } };

let app: FastifyInstance;
let responses: ResponseWatch;
let payload: unknown;
let status: number;

beforeEach(() => {
  responses = watchResponses();
  app = Fastify();
  app.decorateRequest('identity', undefined);
  app.register(async (routes) => {
    routes.get('/thing', { schema }, async (_request, reply) => reply.code(status).send(payload));
  });
  status = 200;
});
afterEach(async () => {
  responses.stop();
  await app.close();
});

async function differences(sentPayload: unknown): Promise<string[]> {
  payload = sentPayload;
  await app.inject('/thing');
  return responses.take();
}

describe('a response', () => {
  it('that fits its route’s schema passes, also without an optional field and with a date as text', async () => {
    expect(await differences({ name: 'door', size: { cm: 90 } })).toEqual([]);
    expect(await differences({ name: new Date(0), size: null, note: undefined })).toEqual([]);
  });

  it('with an undeclared field is reported, also in a nested object', async () => {
    expect(await differences({ name: 'door', size: null, colour: 'red' })).toEqual([
      expect.stringMatching(/^GET \/thing returned 200: .*colour/),
    ]);
    expect(await differences({ name: 'door', size: { cm: 90, inch: 35 } })).toHaveLength(1);
  });

  it('of another form, without a required field, or of an undeclared status is reported', async () => {
    expect(await differences({ name: 7, size: null })).toHaveLength(1);
    expect(await differences({ name: 'door' })).toHaveLength(1);
    status = 202;
    expect(await differences({ name: 'door', size: null })).toEqual([
      'GET /thing returned 202: this status is not declared',
    ]);
    status = 404;
    expect(await differences({ error: 'GONE' })).toEqual([]);
    expect(await differences({ error: 'GONE', secret: 'x' })).toHaveLength(1);
  });
});

it('a route that declares no response is rejected', () => {
  const without = () => app.get('/other', async () => ({}));
  expect(without).toThrow('GET /other declares no response: give its schema a response.');
  expect(() => app.get('/readyz', async () => ({}))).not.toThrow();
});
