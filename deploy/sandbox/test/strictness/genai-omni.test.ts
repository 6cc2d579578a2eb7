import { credentials } from '../../src/credentials.ts';
import { type Running, runSandbox } from '../running.ts';
import { type ApiResponse, call } from '../social.ts';
import { from, type Rejection, rejections } from './rejections.ts';

const { apiKey } = credentials.genai;
const model = 'gemini-omni-1.2-flash';

let sandbox: Running;
beforeAll(async () => {
  sandbox = await runSandbox({ videoSeconds: 3600 });
});
afterAll(() => sandbox.end());

const send = (
  path: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  call(`${sandbox.origins.server('genai')}${path}`, {
    method,
    headers: {
      'x-goog-api-key': apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const format = { type: 'video', aspect_ratio: '9:16', resolution: '1080p', duration: '8s', delivery: 'uri' };
const usual = { model, input: 'a glass cube', background: true, response_format: format };
const create = (change: object = {}) => send('/v1beta/interactions', 'POST', { ...usual, ...change });
const word = (code: string): object => ({ error: { code, message: expect.any(String) } });
const rejected = (what: string, change: object): Omit<Rejection, 'source'> => ({
  what,
  send: () => create(change),
  status: 400,
  body: word('invalid_request'),
});
const wanted = (what: string, change: object, more: object = {}) =>
  rejected(what, { response_format: { ...format, ...change }, ...more });
const upload = (headers: Record<string, string>, path = '/upload/v1beta/files', body = '{"file":{}}') =>
  send(path, 'POST', body, { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start', ...headers });
const goneFile = {
  error: {
    code: 403,
    status: 'PERMISSION_DENIED',
    message: 'You do not have permission to access the File none or it may not exist.',
  },
};
/** Starts an upload of four bytes. */
const begun = async (): Promise<string> => {
  const started = await upload({ 'x-goog-upload-header-content-length': '4' });
  const { pathname, search } = new URL(started.headers.get('x-goog-upload-url') ?? '');
  return pathname + search;
};

rejections([
  ...from('Gemini API, Interactions reference: video output', [
    wanted('a duration as a number', { duration: 8 }),
    wanted('a duration without its unit', { duration: '8' }),
    wanted('a duration under 3 seconds', { duration: '2s' }),
    wanted('a duration over 15 seconds', { duration: '16s' }),
    wanted('a duration over 10 seconds for model 1.1', { duration: '11s' }, { model: 'gemini-omni-1.1-flash' }),
    wanted('an unknown aspect ratio', { aspect_ratio: '1:1' }),
    wanted('an unknown resolution', { resolution: '480p' }),
    wanted('an unknown delivery', { delivery: 'post' }),
    wanted('an unknown format field', { fps: 24 }),
    rejected('no video among the formats', { response_format: { type: 'text' } }),
    rejected('an unknown task', { generation_config: { video_config: { task: 'dance' } } }),
    rejected('an unsupported negative prompt', { generation_config: { negative_prompt: 'text' } }),
    rejected('an unknown video field', { generation_config: { video_config: { negative_prompt: 'text' } } }),
  ]),
  ...from('Gemini API, Interactions reference: create', [
    rejected('no model', { model: undefined }),
    rejected('no input', { input: undefined }),
    rejected('an empty input', { input: ' ' }),
    rejected('an empty list of inputs', { input: [] }),
    rejected('an input of an unknown kind', { input: [{ type: 'smell', text: 'rose' }] }),
    rejected('an image without data', { input: [{ type: 'image' }] }),
    rejected('data without its type', { input: [{ type: 'image', data: 'AAAA' }] }),
    rejected('a step without its content', { input: [{ type: 'user_input' }] }),
    rejected('a wrong part in a step', { input: [{ type: 'user_input', content: [{ type: 'image' }] }] }),
    {
      what: 'an unknown file as input',
      send: () =>
        create({ input: [{ type: 'image', uri: 'https://generativelanguage.googleapis.com/v1beta/files/none' }] }),
      status: 403,
      body: goneFile,
    },
    rejected('an unknown field', { temperature: 1 }),
    rejected('work in the background that is not stored', { store: false }),
    rejected('a switch that is not a boolean', { background: 'yes' }),
    rejected('to go on from an unknown interaction', { previous_interaction_id: 'v1_none' }),
    {
      what: 'an unknown model',
      send: () => create({ model: 'gemini-omni-9-flash' }),
      status: 404,
      body: word('not_found'),
    },
    {
      what: 'a removed preview model',
      send: () => create({ model: 'gemini-omni-flash-preview' }),
      status: 404,
      body: word('not_found'),
    },
    {
      what: 'generateContent of this model',
      send: () => send(`/v1beta/models/${model}:generateContent`, 'POST', { contents: [] }),
      status: 404,
      body: { error: { code: 404, status: 'NOT_FOUND' } },
    },
    {
      what: 'a body that is not JSON',
      send: () => send('/v1beta/interactions', 'POST', '{'),
      status: 400,
      body: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
    },
  ]),
  ...from('Gemini API, Interactions reference: get, cancel, delete; the 400 is observed', [
    {
      what: 'an unknown interaction',
      send: () => send('/v1beta/interactions/v1_none'),
      status: 400,
      body: word('invalid_request'),
    },
    {
      what: 'to cancel an unknown interaction',
      send: () => send('/v1beta/interactions/v1_none/cancel', 'POST'),
      status: 400,
      body: word('invalid_request'),
    },
    {
      what: 'to cancel an interaction twice',
      send: async () => {
        const { id } = (await create()).json;
        await send(`/v1beta/interactions/${id}/cancel`, 'POST');
        return send(`/v1beta/interactions/${id}/cancel`, 'POST');
      },
      status: 400,
      body: word('invalid_request'),
    },
    {
      what: 'to read an interaction that was deleted',
      send: async () => {
        const { id } = (await create()).json;
        await send(`/v1beta/interactions/${id}`, 'DELETE');
        return send(`/v1beta/interactions/${id}`);
      },
      status: 400,
      body: word('invalid_request'),
    },
  ]),
  ...from('Gemini API, Troubleshooting and API keys', [
    {
      what: 'a call without a key',
      send: () => call(`${sandbox.origins.server('genai')}/v1beta/interactions/v1_none`),
      status: 403,
      body: { error: { code: 403, status: 'PERMISSION_DENIED' } },
    },
    {
      what: 'a wrong key',
      send: () => send('/v1beta/interactions/v1_none', 'GET', undefined, { 'x-goog-api-key': 'wrong' }),
      status: 400,
      body: { error: { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } },
    },
  ]),
  ...from('Gemini API, Files reference; the 403 is observed (googleapis/python-genai issue 1218)', [
    { what: 'an unknown file', send: () => send('/v1beta/files/none'), status: 403, body: goneFile },
    {
      what: 'to download an unknown file',
      send: () => send('/v1beta/files/none:download?alt=media'),
      status: 403,
      body: goneFile,
    },
    {
      what: 'to delete an unknown file',
      send: () => send('/v1beta/files/none', 'DELETE'),
      status: 403,
      body: goneFile,
    },
    {
      what: 'to download a file that is not ready',
      send: async () => {
        const { file } = (
          await upload(
            { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
            await begun(),
            '1234',
          )
        ).json;
        sandbox.chaos.set('genai', { slowModerationMs: 60_000 });
        const response = await send(`/v1beta/${file.name}:download?alt=media`);
        sandbox.chaos.set('genai', { slowModerationMs: 0 });
        return response;
      },
      status: 400,
      body: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
    },
    {
      what: 'an upload that is not resumable',
      send: () => upload({ 'x-goog-upload-protocol': 'raw' }),
      status: 400,
    },
    {
      what: 'an upload that does not begin with start',
      send: () => upload({ 'x-goog-upload-command': 'upload' }),
      status: 400,
    },
    {
      what: 'bytes at another offset than the stored one',
      send: async () =>
        upload({ 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '2' }, await begun(), '34'),
      status: 400,
    },
    {
      what: 'fewer bytes than the start announced',
      send: async () =>
        upload({ 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' }, await begun(), '12'),
      status: 400,
    },
  ]),
]);
