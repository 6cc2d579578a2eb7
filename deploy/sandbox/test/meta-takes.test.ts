import { credentials } from '../src/credentials.ts';
import { facebookCalls } from './facebook-calls.ts';
import { instagramCalls, instagramScopes } from './instagram-calls.ts';
import { type Running, runSandbox } from './running.ts';
import { call, clip, consent, errorOf, form, mediaHost, redirectUri } from './social.ts';

let sandbox: Running;
let host: Awaited<ReturnType<typeof mediaHost>>;
const instagram = instagramCalls(
  () => sandbox,
  () => host.url,
);
const facebook = facebookCalls(() => sandbox);
beforeAll(async () => {
  sandbox = await runSandbox();
  host = await mediaHost(clip);
});
afterAll(async () => {
  host.close();
  await sandbox.end();
});

describe('Instagram accepts', () => {
  it('the exchange of a code as multipart/form-data, as in Meta’s documentation', async () => {
    const { appId, appSecret } = credentials.instagram;
    const code = (await instagram.authorize({ account: 'ada.marlow', ...instagramScopes })).get('code') ?? '';
    const body = new FormData();
    const grant_type = 'authorization_code';
    const fields = { client_id: appId, client_secret: appSecret, grant_type, redirect_uri: redirectUri, code };
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const response = await call(`${instagram.origin()}/oauth/access_token`, { method: 'POST', body });
    expect([response.status, response.json.permissions]).toEqual([
      200,
      Object.keys(instagramScopes).map((s) => s.slice(6)),
    ]);
  });

  it('a container and its publishing in multipart/form-data, with unknown parameters', async () => {
    const connected = await instagram.connect();
    const { id } = (await instagram.contain(connected, { trial_params: '{"graduation_strategy":"MANUAL"}' })).json;
    await instagram.settled(connected, id);
    const body = new FormData();
    body.append('creation_id', id);
    body.append('access_token', connected.token);
    const url = `${instagram.origin()}/v20.0/${connected.user}/media_publish?field=id`;
    expect((await call(url, { method: 'POST', body })).status).toBe(200);
    expect(instagram.posted(id)).toHaveLength(1);
  });

  it('no id parameter besides the one in the path', async () => {
    const { token, user } = await instagram.connect();
    const url = `${instagram.origin()}/v26.0/${user}/media?id=7`;
    expect(errorOf(await call(url, form({ media_type: 'REELS', access_token: token })))[1]).toBe(2500);
  });
});

describe('Facebook accepts', () => {
  it('the common fields of Pages: names, pictures and numbers', async () => {
    const { user } = await facebook.connect();
    const fields = 'id,name,username,picture,fan_count,followers_count,about';
    const { json } = await facebook.get('/me/accounts', { fields, access_token: user });
    expect(json.data[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'Ada Marlow Reels',
      username: 'adamarlowreels',
      picture: { data: { url: expect.stringContaining('/avatars/'), is_silhouette: false } },
      fan_count: 0,
      followers_count: 0,
    });
  });

  it('permissions that no call here needs, and grants them', async () => {
    const scopes = [
      'pages_manage_engagement',
      'read_insights',
      'instagram_manage_comments',
      'instagram_manage_insights',
    ];
    const query = {
      client_id: credentials.facebook.appId,
      redirect_uri: redirectUri,
      state: 's-1',
      scope: scopes.join(','),
    };
    const ticked = Object.fromEntries(scopes.map((scope) => [`scope ${scope}`, 'on']));
    const back = await consent(sandbox, 'facebook', '/v26.0/dialog/oauth', query, { account: 'ada.marlow', ...ticked });
    const access_token = (await facebook.exchange(back.get('code') ?? '')).json.access_token;
    const { json } = await facebook.get('/me/permissions', { access_token });
    expect(json.data.map(({ permission }: { permission: string }) => permission)).toEqual(
      expect.arrayContaining(scopes),
    );
  });
});
