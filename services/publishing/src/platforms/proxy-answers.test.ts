import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Job, Outcome } from './connector.ts';
import { facebookConnector } from './facebook/facebook-connector.ts';
import { facebookLogin } from './facebook/facebook-login.ts';
import { codeOfFailure } from './outcomes.ts';
import { ProviderRefusal } from './provider-call.ts';
import { tiktokConnector } from './tiktok/tiktok-connector.ts';
import { tiktokLogin } from './tiktok/tiktok-login.ts';
import { youtubeConnector } from './youtube/youtube-connector.ts';
import { youtubeLogin } from './youtube/youtube-login.ts';

interface Given {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
/** Answers of a platform, or of a proxy in front of it: one for each call, and the last one for all further calls. */
let given: Given[];
const server = createServer((request, reply) => {
  request.resume().on('end', () => {
    const { status, headers = {}, body = '' } = (given.length > 1 ? given.shift() : given[0]) as Given;
    reply.writeHead(status, headers).end(body);
  });
});
let origin: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json = (body: unknown, status = 200): Given => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const page = (status: number): Given => ({ status, headers: { 'content-type': 'text/html' }, body: '<html>Back soon' });
const SIZE = 300_000;
const job = {
  accessToken: 'token',
  accountId: 'account',
  accountName: 'name',
  now: () => new Date(),
  signal: new AbortController().signal,
  media: async () => ({ size: SIZE, read: async (from, to) => Readable.from([Buffer.alloc(to - from + 1)]) }),
  save: async () => undefined,
  mayCall: () => undefined,
} satisfies Partial<Job> as unknown as Job;

/** The outcome of a step, or the code of the error that it threw. */
const ended = (step: Promise<Outcome>) => step.catch((error: unknown) => ({ thrown: codeOfFailure(error) }));

describe("Facebook's answer about a commit", () => {
  const reconcile = (answer: Given) => {
    given = [answer];
    const connector = facebookConnector({ graphUrl: origin, version: 'v26.0', pageUrl: 'https://www.facebook.com' });
    return ended(connector.reconcile(job, { videoId: '1', uploadUrl: origin }));
  };
  const not = { status: 'not_started' };

  test.each([
    ['the id only', { id: '1' }],
    ['no status', { id: '1', status: null }],
    ['no phases', { id: '1', status: { video_status: 'processing' } }],
    ['one phase of two', { id: '1', status: { publishing_phase: not } }],
    ['a list', [1]],
    ['the message of a proxy', { message: 'Service under maintenance' }],
  ])('with %s leaves it unknown', async (_what, body) => {
    expect(await reconcile(json(body))).toMatchObject({ kind: 'unknown' });
  });

  test('with two phases that have not begun says that it did not arrive', async () => {
    expect(await reconcile(json({ status: { processing_phase: not, publishing_phase: not } }))).toMatchObject({
      code: 'NOT_COMMITTED',
    });
  });
});

describe("TikTok's answer about a commit", () => {
  const handle = () => ({ publishId: '1', uploadUrl: origin, size: SIZE });
  const connector = () => tiktokConnector({ apiUrl: origin, pageUrl: 'https://www.tiktok.com' });
  const says = (data?: object) => json({ error: { code: 'ok' }, ...(data && { data }) });
  const uploading = { status: 'PROCESSING_UPLOAD' };

  test('without a number of bytes leaves it unknown', async () => {
    given = [says(uploading)];
    expect(await ended(connector().reconcile(job, handle()))).toMatchObject({ kind: 'unknown' });
    given = [{ status: 403 }, says(uploading)];
    expect(await ended(connector().commit(job, handle()))).toMatchObject({ kind: 'unknown' });
  });

  test('without a state is an error of the provider', async () => {
    given = [says()];
    expect(await ended(connector().reconcile(job, handle()))).toEqual({ thrown: 'PROVIDER_ERROR' });
  });

  test('with fewer bytes than the video says that it did not arrive', async () => {
    given = [says({ ...uploading, uploaded_bytes: 0 })];
    expect(await ended(connector().reconcile(job, handle()))).toMatchObject({ code: 'NOT_COMMITTED' });
  });

  test('that fails after a refusal of the last chunk leaves it unknown', async () => {
    given = [{ status: 403 }];
    const gone = tiktokConnector({ apiUrl: 'http://nowhere.invalid', pageUrl: 'https://www.tiktok.com' });
    expect(await ended(gone.commit(job, handle()))).toMatchObject({ kind: 'unknown' });
  });
});

describe("YouTube's upload session", () => {
  const handle = () => ({ session: origin, size: SIZE });
  const connector = () => youtubeConnector({ root: origin, watchUrl: 'https://www.youtube.com' });

  test.each([
    ['to a portal', { status: 308, headers: { location: 'https://portal.example/' } }],
    ['with a page', page(308)],
  ])('is not read from a redirect %s', async (_where, redirect) => {
    given = [redirect];
    expect(await ended(connector().reconcile(job, handle()))).toEqual({ thrown: 'PROVIDER_ERROR' });
    expect(await ended(connector().commit(job, handle()))).toEqual({ thrown: 'PROVIDER_ERROR' });
    expect(await ended(connector().stage(job, handle()))).toEqual({ thrown: 'PROVIDER_ERROR' });
    given = [{ status: 308 }, redirect];
    expect(await ended(connector().stage(job, handle()))).toEqual({ thrown: 'PROVIDER_ERROR' });
  });

  test('that is not complete says that the commit did not arrive', async () => {
    given = [{ status: 308, headers: { range: 'bytes=0-262143' } }];
    expect(await ended(connector().reconcile(job, handle()))).toMatchObject({ code: 'NOT_COMMITTED' });
  });
});

describe.each(['tiktok', 'youtube', 'facebook'] as const)('a grant at %s', (platform) => {
  const revoke = (answer: Given) => {
    given = [answer];
    const logins = {
      tiktok: tiktokLogin({ clientKey: 'k', clientSecret: 's', authUrl: origin, apiUrl: origin }),
      youtube: youtubeLogin({ clientId: 'c', clientSecret: 's', accountsUrl: origin, oauthUrl: origin, root: origin }),
      facebook: facebookLogin({ appId: 'a', appSecret: 's', dialogUrl: origin, graphUrl: origin, version: 'v26.0' }),
    };
    return logins[platform]
      .revoke({ accessToken: 'a', refreshToken: 'r', providerUserId: '1' })
      .then(() => 'revoked', codeOfFailure);
  };
  const proxy = { message: 'Service under maintenance' };

  test.each([
    page(200),
    page(400),
    page(403),
    page(404),
    page(503),
    json(proxy),
    json(proxy, 400),
    json({ error: 'Bad Request' }, 400),
    json({ error: 'Forbidden' }, 403),
  ])('is not revoked by the answer of a proxy: %j', async (answer) => {
    expect(await revoke(answer)).toBe('PROVIDER_ERROR');
  });

  test("is revoked by the platform's own answer", async () => {
    const own = { tiktok: { status: 200 }, youtube: json({}), facebook: json({ success: true }) };
    expect(await revoke(own[platform])).toBe('revoked');
  });
});

test.each(['tiktok', 'youtube'] as const)('a grant that %s no longer knows counts as revoked', async (platform) => {
  given = [json({ error: platform === 'tiktok' ? 'invalid_request' : 'invalid_token' }, 400)];
  const login =
    platform === 'tiktok'
      ? tiktokLogin({ clientKey: 'k', clientSecret: 's', authUrl: origin, apiUrl: origin })
      : youtubeLogin({ clientId: 'c', clientSecret: 's', accountsUrl: origin, oauthUrl: origin, root: origin });
  await login.revoke({ accessToken: 'a', refreshToken: 'r', providerUserId: '1' });
  given = [json({ error: 'invalid_client' }, 401)];
  await expect(login.revoke({ accessToken: 'a', providerUserId: '1' })).rejects.toThrow(ProviderRefusal);
});
