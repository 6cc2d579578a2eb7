import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { credentials } from '../src/credentials.ts';
import type { RunningSandbox } from '../src/start.ts';
import { call, consent, form, redirectUri, startOwn } from './social.ts';

let product: Server;
let sandbox: RunningSandbox;
const received: string[] = [];
beforeAll(async () => {
  product = createServer(async (request, response) => {
    received.push(`${request.url} ${await text(request)}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url: 'http://localhost:8080/status/c0de', confirmation_code: 'c0de' }));
  });
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve));
  sandbox = await startOwn(`http://127.0.0.1:${(product.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await sandbox.close();
  product.closeAllConnections();
  product.close();
});

it('lets a person remove the app on Instagram and have their data deleted', async () => {
  const { appId, appSecret } = credentials.instagram;
  const query = {
    client_id: appId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'instagram_business_basic',
  };
  const back = await consent(sandbox, 'instagram', '/oauth/authorize', query, { account: 'ada.marlow' });
  const origin = sandbox.origins.server('instagram');
  const exchanged = await call(
    `${origin}/oauth/access_token`,
    form({
      client_id: appId,
      client_secret: appSecret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code: back.get('code') ?? '',
    }),
  );
  const me = () => call(`${origin}/v26.0/me?fields=id&access_token=${exchanged.json.access_token}`);
  const { id } = (await me()).json;

  expect((await call(`${origin}/settings/apps`)).text).toContain('@ada.marlow');
  const removed = await call(`${origin}/settings/apps`, form({ account: 'ada.marlow', delete: '1' }));
  expect(removed.text).toContain('code c0de');
  expect((await me()).json.error).toMatchObject({ code: 190, error_subcode: 458 });
  expect(sandbox.journal.read({ provider: 'instagram', act: 'grant-revoked' })).toHaveLength(1);

  const [path, body] = (received[0] ?? '').split(' ');
  const [signature, payload = ''] = (new URLSearchParams(body).get('signed_request') ?? '').split('.');
  expect(path).toBe('/api/meta/data-deletion');
  expect(signature).toBe(createHmac('sha256', appSecret).update(payload).digest('base64url'));
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    algorithm: 'HMAC-SHA256',
    user_id: id,
  });
});

it('lets a person remove the app on TikTok', async () => {
  const query = {
    client_key: credentials.tiktok.clientKey,
    response_type: 'code',
    scope: 'user.info.basic',
    redirect_uri: redirectUri,
    state: 's',
  };
  await consent(sandbox, 'tiktok', '/v2/auth/authorize/', query, { account: 'ada.marlow' });
  const page = `${sandbox.origins.server('tiktok')}/settings/apps`;
  expect((await call(page)).text).toContain('@ada.marlow');
  expect((await call(page, form({ account: 'ada.marlow' }))).status).toBe(303);
  expect((await call(page)).text).toContain('No app has access');
});

it('lets a person remove the app on Google, and keeps the operator’s grant', async () => {
  const { youtubeClientId: client_id, youtubeClientSecret: client_secret, driveRefreshToken } = credentials.google;
  const scope = 'https://www.googleapis.com/auth/youtube.readonly';
  const query = { client_id, redirect_uri: redirectUri, response_type: 'code', access_type: 'offline', scope };
  const choices = {
    account: 'nico.bianchi@example.com',
    channel: 'UCnicoBianchi00000000003',
    [`scope ${scope}`]: 'on',
  };
  const back = await consent(sandbox, 'google', '/o/oauth2/v2/auth', query, choices);
  const origin = sandbox.origins.server('google');
  const token = (fields: Record<string, string>) =>
    call(`${origin}/token`, form({ client_id, client_secret, ...fields }));
  const code = back.get('code') ?? '';
  const first = await token({ grant_type: 'authorization_code', redirect_uri: redirectUri, code });

  await call(`${origin}/settings/apps`, form({ account: 'nico.bianchi@example.com' }));
  const refreshed = await token({ grant_type: 'refresh_token', refresh_token: first.json.refresh_token });
  expect(refreshed).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  expect(sandbox.journal.read({ provider: 'google', act: 'grant-revoked' })).toHaveLength(1);
  const { driveClientId, driveClientSecret } = credentials.google;
  const operator = { client_id: driveClientId, client_secret: driveClientSecret, refresh_token: driveRefreshToken };
  expect((await token({ ...operator, grant_type: 'refresh_token' })).status).toBe(200);
});
