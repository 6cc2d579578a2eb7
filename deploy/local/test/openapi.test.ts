import type { Route, Service } from '@reelwright/gateway/routes';
import type { Document, Operation } from '../src/openapi/document.ts';
import { joinDocuments } from '../src/openapi/join-documents.ts';
import { textLimits } from '../src/openapi/text-limits.ts';

const refusal = { description: 'Default Response', content: { 'application/json': { schema: { type: 'object' } } } };
const operation = (name: string): Operation => ({
  responses: {
    200: { description: name },
    404: refusal,
    500: { description: 'of its own' },
    '4XX': refusal,
    '5XX': refusal,
  },
});
const documentOf = (paths: Document['paths']): Document => ({
  openapi: '3.1.0',
  info: { title: 'one', version: '1' },
  paths,
});
const documents = new Map<Service, Document>([
  [
    'publishing',
    documentOf({
      '/api/{platform}/auth': { get: operation('consent') },
      '/api/inside': { get: operation('not routed'), post: operation('not routed either') },
    }),
  ],
  ['auth', documentOf({ '/api/things/one': { get: operation('one') }, '/api/things/two': { get: operation('two') } })],
]);
const route = (path: string, service: Service, change: Partial<Route> = {}): Route => ({
  path,
  methods: ['GET', 'HEAD'],
  service,
  policy: 'session',
  ...change,
});

describe('the document of the public API', () => {
  it('has each operation that the gateway lets through once, under its own path', () => {
    const { paths, components } = joinDocuments(documents, [
      route('/api/tiktok/auth', 'publishing'),
      route('/api/youtube/auth', 'publishing', { policy: 'public' }),
      route('/api/things/{thing}', 'auth'),
    ]);
    expect(Object.keys(paths)).toEqual(['/api/things/one', '/api/things/two', '/api/{platform}/auth']);
    expect(paths['/api/{platform}/auth']?.get).toMatchObject({
      'x-service': 'publishing',
      'x-access': ['public', 'session'],
      responses: {
        200: { description: 'consent' },
        404: { $ref: '#/components/responses/Refusal' },
        500: { description: 'of its own' },
        '5XX': { $ref: '#/components/responses/Refusal' },
      },
    });
    expect(components).toEqual({ responses: { Refusal: refusal } });
  });

  it('is rejected if the gateway has a route that its service does not serve', () => {
    expect(() => joinDocuments(documents, [route('/api/things/one', 'auth', { methods: ['POST'] })])).toThrow(
      'No route of auth serves post /api/things/one.',
    );
  });

  it('is rejected if two services serve one operation', () => {
    const duplicated = new Map(documents).set('drive', documents.get('auth') as Document);
    expect(() =>
      joinDocuments(duplicated, [route('/api/things/one', 'auth'), route('/api/things/{thing}', 'drive')]),
    ).toThrow('Two services serve get /api/things/one.');
  });
});

test("the limits of a body's texts are listed by the names on their way, in lists and where they may be null", () => {
  const line = { type: 'string', maxLength: 80 };
  const list = { type: 'array', items: { properties: { caption: { anyOf: [line, { type: 'null' }] } } } };
  const schema = { properties: { name: line, count: { type: 'integer' }, entries: list } };
  const post = { ...operation('save'), requestBody: { content: { 'application/json': { schema } } } };
  expect(textLimits(documentOf({ '/api/things': { get: operation('all'), post } }))).toEqual({
    'POST /api/things': { name: 80, 'entries.caption': 80 },
  });
});
