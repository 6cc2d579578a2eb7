import cookie from '@fastify/cookie';
import oauth, { type OAuth2Namespace } from '@fastify/oauth2';
import Fastify from 'fastify';
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import { credentials } from '../src/credentials.ts';
import { consent } from './consent.ts';
import { type Running, runSandbox } from './running.ts';

const { google } = credentials;
const redirectUri = 'http://localhost:8080/api/auth/google/callback';
const driveScope = 'https://www.googleapis.com/auth/drive.file';
const ada = 'ada.marlow@example.com';

let sandbox: Running;
let client: OAuth2Client;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(() => sandbox.end());
beforeEach(() => {
  sandbox.reset();
  client = oauthClient();
});

function oauthClient(): OAuth2Client {
  const root = sandbox.origins.server('google');
  return new OAuth2Client({
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    redirectUri,
    endpoints: {
      oauth2AuthBaseUrl: `${root}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${root}/token`,
      oauth2RevokeUrl: `${root}/revoke`,
      tokenInfoUrl: `${root}/tokeninfo`,
      oauth2FederatedSignonPemCertsUrl: `${root}/oauth2/v1/certs`,
      oauth2FederatedSignonJwkCertsUrl: `${root}/oauth2/v3/certs`,
    },
  });
}

const codeOf = async (
  options: Parameters<OAuth2Client['generateAuthUrl']>[0],
  choice: Parameters<typeof consent>[1] = { email: ada },
) => (await consent(client.generateAuthUrl(options), choice)).get('code') ?? '';
const token = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.origins.server('google')}/token`, { method: 'POST', headers, body: new URLSearchParams(form) });

describe('sign-in', () => {
  it('works through @fastify/oauth2 with PKCE and Basic client authentication', async () => {
    const app = Fastify();
    await app.register(cookie);
    await app.register(oauth, {
      name: 'googleOAuth2',
      scope: ['openid', 'email', 'profile'],
      pkce: 'S256',
      credentials: {
        client: { id: google.clientId, secret: google.clientSecret },
        auth: {
          authorizeHost: sandbox.origins.browser('google'),
          authorizePath: '/o/oauth2/v2/auth',
          tokenHost: sandbox.origins.server('google'),
          tokenPath: '/token',
          revokePath: '/revoke',
        },
      },
      cookie: { path: '/', secure: false, sameSite: 'lax' },
      startRedirectPath: '/api/auth/google',
      callbackUri: redirectUri,
      callbackUriParams: { prompt: 'select_account' },
    });
    app.get('/api/auth/google/callback', async (request, reply) => {
      const flow = (app as unknown as { googleOAuth2: OAuth2Namespace }).googleOAuth2;
      return (await flow.getAccessTokenFromAuthorizationCodeFlow(request, reply)).token;
    });
    const start = await app.inject('/api/auth/google');
    const query = await consent(String(start.headers.location), { email: ada });
    const cookies = Object.fromEntries(start.cookies.map(({ name, value }) => [name, value]));
    const callback = await app.inject({ url: `/api/auth/google/callback?${query}`, cookies });
    const tokens = callback.json();
    await app.close();

    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3599 });
    expect(tokens.refresh_token).toBeUndefined();
    const reply = await fetch(`${sandbox.origins.server('google')}/v1/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await reply.json()).toMatchObject({
      email: ada,
      email_verified: true,
      name: 'Ada Marlow',
      sub: '110169484474386276334',
    });
  });

  it('returns scope aliases as full names, as Google does', async () => {
    const { tokens } = await client.getToken(await codeOf({ scope: ['openid', 'email'] }));
    expect(tokens.scope?.split(' ').sort()).toEqual(['https://www.googleapis.com/auth/userinfo.email', 'openid']);
  });

  it('signs an id token with a nonce that Google’s own library verifies', async () => {
    const { tokens } = await client.getToken(await codeOf({ scope: ['openid', 'email'], nonce: 'n-1' } as never));
    const ticket = await client.verifyIdToken({ idToken: tokens.id_token ?? '', audience: google.clientId });
    expect(ticket.getPayload()).toMatchObject({ email: ada, nonce: 'n-1', aud: google.clientId });
  });

  it('creates an account for a new e-mail, and keeps an unverified e-mail unverified', async () => {
    const { tokens } = await client.getToken(
      await codeOf({ scope: ['openid', 'email', 'profile'] }, { email: 'new.person@example.org' }),
    );
    const info = await fetch(`${sandbox.origins.server('google')}/v1/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await info.json()).toMatchObject({
      email: 'new.person@example.org',
      email_verified: true,
      given_name: 'New',
    });
    const other = await client.getToken(
      await codeOf({ scope: ['openid', 'email'] }, { email: 'mika.unverified@example.com' }),
    );
    const unverified = await fetch(`${sandbox.origins.server('google')}/v1/userinfo`, {
      headers: { authorization: `Bearer ${other.tokens.access_token}` },
    });
    expect(await unverified.json()).toMatchObject({ email_verified: false });
  });

  it('offers discovery', async () => {
    const reply = await fetch(`${sandbox.origins.server('google')}/.well-known/openid-configuration`);
    expect(await reply.json()).toMatchObject({
      code_challenge_methods_supported: ['plain', 'S256'],
      token_endpoint: `${sandbox.origins.server('google')}/token`,
    });
  });
});

describe('consent', () => {
  it('redirects with access_denied and the state when the person denies', async () => {
    const query = await consent(client.generateAuthUrl({ scope: [driveScope], state: 's-1' }), {
      email: ada,
      deny: true,
    });
    expect(Object.fromEntries(query)).toEqual({ error: 'access_denied', state: 's-1' });
  });

  it('grants only the ticked scopes', async () => {
    const youtube = [
      'https://www.googleapis.com/auth/youtube.upload',
      'https://www.googleapis.com/auth/youtube.readonly',
    ];
    const query = await consent(client.generateAuthUrl({ scope: youtube }), {
      email: ada,
      channel: 'Marlow Studio',
      untick: ['youtube.upload'],
    });
    expect(query.get('scope')).toBe('https://www.googleapis.com/auth/youtube.readonly');
  });

  it('skips the page for scopes granted before, and shows it again with prompt=consent', async () => {
    const url = client.generateAuthUrl({ scope: ['openid', 'email'] });
    await consent(url, { email: ada });
    const again = await fetch(`${url}&account=${ada}`, { redirect: 'manual' });
    expect(again.status).toBe(303);
    expect((await fetch(`${url}&account=${ada}&prompt=consent`, { redirect: 'manual' })).status).toBe(200);
  });
});

describe('refresh tokens', () => {
  const offline = { scope: [driveScope], access_type: 'offline' };

  it('come with the first offline consent, then only with prompt=consent', async () => {
    expect((await client.getToken(await codeOf(offline))).tokens.refresh_token).toBeDefined();
    expect((await client.getToken(await codeOf(offline))).tokens.refresh_token).toBeUndefined();
    expect((await client.getToken(await codeOf({ ...offline, prompt: 'consent' }))).tokens.refresh_token).toBeDefined();
  });

  it('refresh without a new refresh token, until they are revoked', async () => {
    const { tokens } = await client.getToken(await codeOf(offline));
    client.setCredentials({ refresh_token: tokens.refresh_token ?? null });
    const refreshed = await client.refreshAccessToken();
    expect(refreshed.credentials.access_token).not.toBe(tokens.access_token);
    await client.revokeToken(tokens.refresh_token ?? '');
    await expect(client.refreshAccessToken()).rejects.toMatchObject({
      status: 400,
      response: { data: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } },
    });
    const again = await fetch(`${sandbox.origins.server('google')}/revoke?token=${tokens.refresh_token}`, {
      method: 'POST',
    });
    expect(await again.json()).toMatchObject({ error: 'invalid_token' });
  });

  it('leave access and id tokens that Google’s library, /tokeninfo and /oauth2/v2/userinfo can inspect', async () => {
    const { tokens } = await client.getToken(await codeOf({ ...offline, scope: ['openid', 'email', driveScope] }));
    const access = tokens.access_token ?? '';
    const info = await client.getTokenInfo(access);
    expect(info).toMatchObject({ aud: google.clientId, email: ada, access_type: 'offline' });
    expect(info.scopes).toContain(driveScope);
    expect(info.expiry_date - Date.now()).toBeGreaterThan(3_500_000);
    const origin = sandbox.origins.server('google');
    const asked = async (path: string) => (await fetch(`${origin}${path}`)).json() as Promise<Record<string, unknown>>;
    const { sub } = await asked(`/tokeninfo?id_token=${tokens.id_token}`);
    expect(await asked(`/oauth2/v2/userinfo?access_token=${access}`)).toEqual({
      id: sub,
      email: ada,
      verified_email: true,
    });
    expect(await asked('/tokeninfo?access_token=ya29.dead')).toMatchObject({ error: 'invalid_token' });
  });

  it('are granted for the scopes youtubepartner and yt-analytics too', async () => {
    const scope = ['youtubepartner', 'yt-analytics.readonly'].map((name) => `https://www.googleapis.com/auth/${name}`);
    const { tokens } = await client.getToken(
      await codeOf({ ...offline, scope }, { email: ada, channel: 'Ada Marlow' }),
    );
    expect(tokens.scope?.split(' ')).toEqual(scope);
  });

  it('are revoked by the chaos switch, and stay revoked', async () => {
    const { tokens } = await client.getToken(await codeOf(offline));
    client.setCredentials({ refresh_token: tokens.refresh_token ?? null });
    sandbox.chaos.set('google', { revokedToken: 1, limit: 1 });
    await expect(client.refreshAccessToken()).rejects.toThrow('invalid_grant');
    await expect(client.refreshAccessToken()).rejects.toThrow('invalid_grant');
    expect(sandbox.journal.read({ act: 'grant-revoked' }).length).toBeGreaterThan(0);
  });
});

describe('the token endpoint', () => {
  it('accepts a code once, from its own client, with its own address and verifier', async () => {
    const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
    const options = {
      scope: ['openid'],
      code_challenge: codeChallenge ?? '',
      code_challenge_method: CodeChallengeMethod.S256,
    };
    const code = await codeOf(options);
    const form = {
      grant_type: 'authorization_code',
      code,
      client_id: google.clientId,
      client_secret: google.clientSecret,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    };
    const { code_verifier: _left, ...withoutVerifier } = form;
    expect(await (await token(withoutVerifier)).json()).toMatchObject({
      error: 'invalid_grant',
      error_description: 'Missing code verifier.',
    });
    expect(await (await token({ ...form, code_verifier: 'wrong' })).json()).toMatchObject({
      error: 'invalid_grant',
      error_description: 'Invalid code verifier.',
    });
    expect(await (await token({ ...form, redirect_uri: `${redirectUri}/` })).json()).toMatchObject({
      error: 'redirect_uri_mismatch',
    });
    expect(
      await (await token({ ...form, client_id: google.driveClientId, client_secret: google.driveClientSecret })).json(),
    ).toMatchObject({ error: 'unauthorized_client' });
    expect((await token(form)).status).toBe(200);
    expect(await (await token(form)).json()).toMatchObject({ error: 'invalid_grant' });
  });
});
