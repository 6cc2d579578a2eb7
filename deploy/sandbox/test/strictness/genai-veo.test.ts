import { credentials } from '../../src/credentials.ts';
import { type Running, runSandbox } from '../running.ts';
import { type Answer, call } from '../social.ts';
import { from, type Refusal, refusals } from './refusals.ts';

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
): Promise<Answer> =>
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
const parameter = (what: string, parameters: object, model = fast): Omit<Refusal, 'source'> => ({
  what,
  ask: () => predict({}, parameters, { model }),
  status: 400,
  body: invalid,
});
const instance = (what: string, given: object, model = 'veo-3.1-generate-001'): Omit<Refusal, 'source'> => ({
  what,
  ask: () => predict(given, {}, { model }),
  status: 400,
  body: invalid,
});
const png = { bytesBase64Encoded: Buffer.alloc(10).toString('base64'), mimeType: 'image/png' };
const reference = { image: png, referenceType: 'asset' };

refusals([
  ...from('Veo on Vertex AI API reference, Parameters', [
    parameter('a duration there is not', { durationSeconds: 5 }),
    parameter('a duration as text', { durationSeconds: '8s' }),
    parameter('an aspect ratio there is not', { aspectRatio: '1:1' }),
    parameter('a resolution there is not', { resolution: '480p' }),
    parameter('4k of the fast model', { resolution: '4k' }),
    parameter('no videos', { sampleCount: 0 }),
    parameter('more than four videos', { sampleCount: 5 }),
    parameter('a seed below zero', { seed: -1 }),
    parameter('a seed over 32 bits', { seed: 2 ** 32 }),
    parameter('a seed as text', { seed: '7' }),
    parameter('a negative prompt that is no text', { negativePrompt: ['text'] }),
    parameter('people there are not', { personGeneration: 'everyone' }),
    parameter('sound that is no boolean', { generateAudio: 'yes' }),
    parameter('a bucket that is none', { storageUri: 'https://example.com/out' }),
    parameter('a compression there is not', { compressionQuality: 'zip' }),
    parameter('a parameter there is not', { frames: 24 }),
  ]),
  ...from('Veo on Vertex AI API reference, Instances', [
    {
      what: 'no instance',
      ask: () => post('predictLongRunning', { instances: [] }),
      status: 400,
      body: invalid,
    },
    {
      what: 'two instances',
      ask: () => post('predictLongRunning', { instances: [{ prompt: 'a' }, { prompt: 'b' }] }),
      status: 400,
      body: invalid,
    },
    instance('an empty prompt', { prompt: ' ' }),
    instance('a prompt that is no text', { prompt: 7 }),
    instance('a field there is not', { style: 'noir' }),
    instance('an image of another type', { image: { ...png, mimeType: 'image/gif' } }),
    instance('an image without bytes', { image: { mimeType: 'image/png' } }),
    instance('an image over 20 MB', {
      image: { ...png, bytesBase64Encoded: Buffer.alloc(20 * 1024 ** 2 + 1).toString('base64') },
    }),
    instance('a last frame without a first', { lastFrame: png }),
    instance('a fourth reference image', { referenceImages: [reference, reference, reference, reference] }),
    instance('a reference of a kind there is not', { referenceImages: [{ ...reference, referenceType: 'mood' }] }),
    instance('a reference image of another type', {
      referenceImages: [{ ...reference, image: { ...png, mimeType: 'image/gif' } }],
    }),
    instance('reference images beside a first frame', { image: png, referenceImages: [reference] }),
    instance('reference images of the lite model', { referenceImages: [reference] }, 'veo-3.1-lite-generate-001'),
    {
      what: 'a field beside instances and parameters',
      ask: () => post('predictLongRunning', { instances: [{ prompt: 'a' }], model: fast }),
      status: 400,
      body: invalid,
    },
    { what: 'a body that is no JSON', ask: () => post('predictLongRunning', '{'), status: 400, body: invalid },
  ]),
  ...from('Vertex AI, API errors and Model versions', [
    {
      what: 'a token there is not',
      ask: () => predict({}, {}, { bearer: 'ya29.none' }),
      status: 401,
      body: error(401, 'UNAUTHENTICATED'),
    },
    {
      what: 'another project',
      ask: () => predict({}, {}, { of: 'other' }),
      status: 403,
      body: error(403, 'PERMISSION_DENIED'),
    },
    {
      what: 'a preview model that is gone',
      ask: () => predict({}, {}, { model: 'veo-3.1-generate-preview' }),
      status: 404,
      body: error(404, 'NOT_FOUND'),
    },
    {
      what: 'a region without the model',
      ask: () => predict({}, {}, { at: 'europe-west4' }),
      status: 404,
      body: error(404, 'NOT_FOUND'),
    },
    {
      what: 'a method there is not',
      ask: () => post('generateContent', {}),
      status: 404,
      body: error(404, 'NOT_FOUND'),
    },
    {
      what: 'the address of the Gemini API, where Veo is no longer',
      ask: () =>
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
    { what: 'to poll nothing', ask: () => post('fetchPredictOperation', {}), status: 400, body: invalid },
    {
      what: 'to poll an operation there is not',
      ask: () =>
        post('fetchPredictOperation', {
          operationName: `projects/${project}/locations/${location}/publishers/google/models/${fast}/operations/none`,
        }),
      status: 404,
      body: error(404, 'NOT_FOUND'),
    },
    {
      what: 'to poll the operation of another model',
      ask: async () =>
        post(
          'fetchPredictOperation',
          { operationName: (await predict({})).json.name },
          { model: 'veo-3.1-generate-001' },
        ),
      status: 400,
      body: invalid,
    },
    {
      what: 'an object of a bucket there is not',
      ask: () =>
        call(`${sandbox.origins.server('genai')}/storage/v1/b/reels/o/none?alt=media`, {
          headers: { authorization: `Bearer ${accessToken}` },
        }),
      status: 404,
    },
  ]),
]);
