import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalApi, startExternalApi } from './harness.ts';

const sessionId = randomUUID();

let api: ExternalApi;
/** A service that waits two seconds for the webhook. */
let shortTimeout: ExternalApi;
let webhook: Server;
let respond: (response: ServerResponse) => void;
let asked: { request: IncomingMessage; body: string }[] = [];

beforeAll(async () => {
  webhook = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ request, body });
    respond(response);
  });
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/webhook/a1/chat`;
  const settings = {
    CHAT_WEBHOOK_URL: url,
    CHAT_WEBHOOK_SECRET: 'a secret of the operator',
    SUPPORT_EMAIL: 'support@reelwright.example',
  };
  [api, shortTimeout] = await Promise.all([startExternalApi(settings), startExternalApi(settings, undefined, 2_000)]);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await Promise.all([api.stop(), shortTimeout.stop()]);
  webhook.closeAllConnections();
  await new Promise((resolve) => webhook.close(resolve));
});

let addresses = 0;
const say = (message: string, headers: Record<string, string> = {}, { app } = api) =>
  app.inject({
    method: 'POST',
    url: '/api/chat',
    payload: { message, sessionId },
    headers: { 'x-forwarded-for': `10.2.0.${++addresses}`, ...headers },
  });
const answering =
  (body: string, status = 200, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);
const answerOf = async (body: unknown) => {
  respond = answering(JSON.stringify(body));
  return (await say('Hello')).json().reply;
};

describe('a relayed chat', () => {
  it('sends the message and the session id, and no data of the caller', async () => {
    respond = answering('{"output":"Hi there."}');
    const caller = await api.newPartner();
    const response = await say('  Is there a free trial? ', {
      ...caller.headers,
      cookie: 'session=secret',
      'user-agent': 'Ada’s browser'.normalize('NFKD').replace('’', "'"),
      referer: 'http://localhost:8080/profile',
    });
    expect([response.statusCode, response.json()]).toEqual([200, { reply: 'Hi there.', sessionId, suggestions: [] }]);
    expect(asked).toHaveLength(1);
    const { request, body } = asked[0] ?? {};
    expect(JSON.parse(body ?? '')).toEqual({ action: 'sendMessage', sessionId, chatInput: 'Is there a free trial?' });
    expect([request?.method, request?.url]).toEqual(['POST', '/webhook/a1/chat']);
    expect(request?.headers.authorization).toBe('Bearer a secret of the operator');
    const sent = JSON.stringify(request?.headers);
    for (const trace of ['session=', 'Ada', 'profile', '10.2.0.', caller.headers['x-auth-identity']]) {
      expect(sent).not.toContain(trace);
    }
  });

  it.each([
    ['{output}', { output: 'One' }, 'One'],
    ['{text}', { text: 'Two' }, 'Two'],
    ['[{output}]', [{ output: 'Three' }], 'Three'],
    ['[{text}]', [{ text: 'Four' }], 'Four'],
    ['an empty output beside a text', { output: '', text: 'Five' }, 'Five'],
  ])('takes %s', async (_name, body, reply) => {
    expect(await answerOf(body)).toBe(reply);
  });

  it('keeps markup as text and removes invisible characters', async () => {
    expect(await answerOf({ output: ' <b>Hi</b>\r\n\r\n\r\n\r\na\u0000\u001b[31m\u202eb\ud800 ' })).toBe(
      '<b>Hi</b>\n\na[31mb\ufffd',
    );
  });

  it('cuts an answer at 4,000 characters', async () => {
    expect(await answerOf({ output: '👩‍👧'.repeat(4_001) })).toBe(`${'👩‍👧'.repeat(3_999)}…`);
    expect(await answerOf({ output: '🙂'.repeat(4_000) })).toBe('🙂'.repeat(4_000));
    expect(await answerOf({ output: 'a'.repeat(4_000) })).toBe('a'.repeat(4_000));
  });

  it.each<[string, (response: ServerResponse) => void, (() => ExternalApi)?]>([
    ['does not answer', () => undefined, () => shortTimeout],
    ['stops in the middle', (response) => void response.writeHead(200).write('{"output":'), () => shortTimeout],
    ['hangs up', (response) => void response.destroy()],
    ['answers 500', answering('{"output":"no"}', 500)],
    ['answers 404', answering('{"output":"no"}', 404)],
    ['redirects', answering('', 302, { location: '/webhook/elsewhere' })],
    ['answers a page', answering('<!doctype html><p>Hi', 200, { 'content-type': 'text/html' })],
    ['answers nothing', answering('')],
    ['answers null', answering('null')],
    ['answers a bare text', answering('"Hi"')],
    ['answers an empty list', answering('[]')],
    ['answers no text', answering('{"output":42,"text":{}}')],
    ['answers blanks', answering('{"output":" \\u200b\\n"}')],
    ['answers more than 64 KiB', answering(JSON.stringify({ output: 'Hi', padding: 'a'.repeat(65 * 1024) }))],
    ['answers endlessly', (response) => void response.writeHead(200).write('a'.repeat(66 * 1024))],
  ])('is unavailable, with the support address, when the webhook %s', async (_name, answer, asking = () => api) => {
    respond = answer;
    const response = await say('Hello', {}, asking());
    expect([response.statusCode, response.json()]).toMatchObject([
      503,
      {
        error: 'CHAT_UNAVAILABLE',
        message: 'The assistant did not answer. Please contact support at support@reelwright.example.',
      },
    ]);
    expect(asked.map(({ request }) => request.url)).toEqual(['/webhook/a1/chat']);
  });

  it('does not relay a message that is too long', async () => {
    expect((await say('a'.repeat(201))).statusCode).toBe(400);
    expect(asked).toEqual([]);
  });
});
