import { credentials } from '../../src/credentials.ts';
import { type Running, runSandbox } from '../running.ts';
import { type ApiResponse, call } from '../social.ts';
import { from, type Rejection, rejections } from './rejections.ts';

const { project, location, accessToken, apiKey } = credentials.genai;
const fast = 'veo-3.1-fast-generate-001';

let sandbox: Running;
beforeAll(async () => {
  sandbox = await runSandbox({ videoSeconds: 3600 });
});
afterAll(() => sandbox.end());

const post = (
  method: string,
  body: unknown,
  { model = fast, of = project, at = location as string, bearer = accessToken as string } = {},
): Promise<ApiResponse> =>
  call(
    `${sandbox.origins.server('genai')}/v1beta1/projects/${of}/locations/${at}/publishers/google/models/${model}:${method}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
  );
const predict = (instance: object, parameters: object = {}, options = {}) =>
  post('predictLongRunning', { instances: [{ prompt: 'a glass cube', ...instance }], parameters }, options);
const error = (code: number, status: string): object => ({ error: { code, status, message: expect.any(String) } });
const invalid = error(400, 'INVALID_ARGUMENT');
const parameter = (what: string, parameters: object, model = fast): Omit<Rejection, 'source'> => ({
  what,
  send: () => predict({}, parameters, { model }),
  status: 400,
  body: invalid,
});
const instance = (what: string, given: object, model = 'veo-3.1-generate-001'): Omit<Rejection, 'source'> => ({
  what,
  send: () => predict(given, {}, { model }),
  status: 400,
  body: invalid,
});
const png = { bytesBase64Encoded: Buffer.alloc(10).toString('base64'), mimeType: 'image/png' };
const reference = { image: png, referenceType: 'asset' };

rejections([
  ...from('Veo on Vertex AI API reference, Parameters', [
    parameter('an unknown duration', { durationSeconds: 5 }),
    parameter('a duration as text', { durationSeconds: '8s' }),
    parameter('an unknown aspect ratio', { aspectRatio: '1:1' }),
    parameter('an unknown resolution', { resolution: '480p' }),
    parameter('4k with the fast model', { resolution: '4k' }),
    parameter('no videos', { sampleCount: 0 }),
    parameter('more than four videos', { sampleCount: 5 }),
    parameter('a seed below zero', { seed: -1 }),
    parameter('a seed over 32 bits', { seed: 2 ** 32 }),
    parameter('a seed as text', { seed: '7' }),
    parameter('a negative prompt that is not text', { negativePrompt: ['text'] }),
    parameter('an unknown value for people', { personGeneration: 'everyone' }),
    parameter('sound that is not a boolean', { generateAudio: 'yes' }),
    parameter('an invalid bucket', { storageUri: 'https://example.com/out' }),
    parameter('an unknown compression', { compressionQuality: 'zip' }),
    parameter('an unknown parameter', { frames: 24 }),
  ]),
  ...from('Veo on Vertex AI API reference, Instances', [
    {
      what: 'no instance',
      send: () => post('predictLongRunning', { instances: [] }),
      status: 400,
      body: invalid,
    },
    {
      what: 'two instances',
      send: () => post('predictLongRunning', { instances: [{ prompt: 'a' }, { prompt: 'b' }] }),
      status: 400,
      body: invalid,
    },
    instance('an empty prompt', { prompt: ' ' }),
    instance('a prompt that is not text', { prompt: 7 }),
    instance('an unknown field', { style: 'noir' }),
    instance('an image of another type', { image: { ...png, mimeType: 'image/gif' } }),
    instance('an image without bytes', { image: { mimeType: 'image/png' } }),
    instance('an image over 20 MB', {
      image: { ...png, bytesBase64Encoded: Buffer.alloc(20 * 1024 ** 2 + 1).toString('base64') },
    }),
    instance('a last frame without a first', { lastFrame: png }),
    instance('a fourth reference image', { referenceImages: [reference, reference, reference, reference] }),
    instance('a reference of an unknown kind', { referenceImages: [{ ...reference, referenceType: 'mood' }] }),
    instance('a reference image of another type', {
      referenceImages: [{ ...reference, image: { ...png, mimeType: 'image/gif' } }],
    }),
    instance('reference images beside a first frame', { image: png, referenceImages: [reference] }),
    instance('reference images with the lite model', { referenceImages: [reference] }, 'veo-3.1-lite-generate-001'),
    {
      what: 'a field beside instances and parameters',
      send: () => post('predictLongRunning', { instances: [{ prompt: 'a' }], model: fast }),
      status: 400,
      body: invalid,
    },
    { what: 'a body that is not JSON', send: () => post('predictLongRunning', '{'), status: 400, body: invalid },
  ]),
  ...from('Vertex AI, API errors and Model versions', [
    {
      what: 'an unknown token',
      send: () => predict({}, {}, { bearer: 'ya29.none' }),
      status: 401,
      body: error(401, 'UNAUTHENTICATED'),
    },
    {
      what: 'another project',
      send: () => predict({}, {}, { of: 'other' }),
      status: 403,
      body: error(403, 'PERMISSION_DENIED'),
    },
    {
      what: 'a removed preview model',
      send: () => predict({}, {}, { model: 'veo-3.1-generate-preview' }),
      status: 404,
      body: error(404, 'NOT_FOUND'),
    },
    {
      what: 'a region without the model',
      send: () => predict({}, {}, { at: 'europe-west4' }),
      status: 404,
      body: error(404, 'NOT_FOUND'),
    },
    {
      what: 'an unknown method',
      send: () => post('generateContent', {}),
      status: 404,
      body: error(404, 'NOT_FOUND'),
    },
    {
      what: 'the address of the Gemini API, which no longer has Veo',
      send: () =>
        call(`${sandbox.origins.server('genai')}/v1beta/models/veo-3.1-generate-preview:predictLongRunning`, {
          method: 'POST',
          headers: { 'x-goog-api-key': apiKey, 'content-type': 'application/json' },
          body: '{"instances":[{"prompt":"a"}]}',
        }),
      status: 404,
      body: error(404, 'NOT_FOUND'),
    },
  ]),
  ...from('Veo on Vertex AI API reference, fetchPredictOperation', [
    { what: 'to poll without an operation', send: () => post('fetchPredictOperation', {}), status: 400, body: invalid },
    {
      what: 'to poll an unknown operation',
      send: () =>
        post('fetchPredictOperation', {
          operationName: `projects/${project}/locations/${location}/publishers/google/models/${fast}/operations/none`,
        }),
      status: 404,
      body: error(404, 'NOT_FOUND'),
    },
    {
      what: 'to poll the operation of another model',
      send: async () =>
        post(
          'fetchPredictOperation',
          { operationName: (await predict({})).json.name },
          { model: 'veo-3.1-generate-001' },
        ),
      status: 400,
      body: invalid,
    },
    {
      what: 'an unknown object in a bucket',
      send: () =>
        call(`${sandbox.origins.server('genai')}/storage/v1/b/reels/o/none?alt=media`, {
          headers: { authorization: `Bearer ${accessToken}` },
        }),
      status: 404,
    },
  ]),
]);
