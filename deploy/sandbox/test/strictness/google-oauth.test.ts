import { credentials } from '../../src/credentials.ts';
import { googleCalls, googleClients, scopeOf } from '../google-calls.ts';
import { type Running, runSandbox } from '../running.ts';
import { call } from '../social.ts';
import { from, type Rejection, rejections } from './rejections.ts';

let sandbox: Running;
const { code, exchange, token } = googleCalls(() => sandbox);
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(() => sandbox.end());

const { signIn, drive } = googleClients;
const operatorsToken = credentials.google.driveRefreshToken;
const origin = () => sandbox.origins.server('google');
const usual = {
  client_id: signIn.client_id,
  redirect_uri: 'http://localhost:8080/callback',
  response_type: 'code',
  scope: 'openid email',
};
/** Google shows the person an error page instead of redirecting to an untrusted address. */
const page = (
  what: string,
  change: Record<string, string | undefined>,
  headline: string,
): Omit<Rejection, 'source'> => ({
  what,
  send: () => {
    const query = Object.entries({ ...usual, ...change }).filter((entry): entry is [string, string] => !!entry[1]);
    return call(`${origin()}/o/oauth2/v2/auth?${new URLSearchParams(query)}`);
  },
  status: Number(headline.slice(0, 3)),
  body: expect.stringContaining(`Error ${headline}`),
});
const refresh = (more: Record<string, string>) =>
  token({ ...drive, grant_type: 'refresh_token', refresh_token: operatorsToken, ...more });
const revoke = (form: Record<string, string>) =>
  call(`${origin()}/revoke`, { method: 'POST', body: new URLSearchParams(form) });
const identity = ['openid', 'email'];
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

rejections([
  ...from('OAuth 2.0 for web server apps: authorization parameters and errors', [
    page('an unknown client', { client_id: 'none' }, '401: invalid_client'),
    page('no redirect_uri', { redirect_uri: undefined }, '400: invalid_request'),
    page(
      'a redirect_uri to plain http on another host',
      { redirect_uri: 'http://example.com/callback' },
      '400: redirect_uri_mismatch',
    ),
    page(
      'a redirect_uri with a fragment',
      { redirect_uri: 'https://example.com/callback#x' },
      '400: redirect_uri_mismatch',
    ),
    page('an invalid redirect_uri', { redirect_uri: 'callback' }, '400: redirect_uri_mismatch'),
    page('no response_type', { response_type: undefined }, '400: invalid_request'),
    page('an unknown response_type', { response_type: 'cookie' }, '400: unsupported_response_type'),
    page('no scope', { scope: undefined }, '400: invalid_request'),
    page('an unknown scope', { scope: `openid ${scopeOf('everything')}` }, '400: invalid_scope'),
    page('an unknown access_type', { access_type: 'forever' }, '400: invalid_request'),
    page('an unknown prompt', { prompt: 'please' }, '400: invalid_request'),
    page('prompt none together with another', { prompt: 'none consent' }, '400: invalid_request'),
    page(
      'an unknown code_challenge_method',
      { code_challenge: challenge, code_challenge_method: 'S512' },
      '400: invalid_request',
    ),
  ]),
  ...from('OAuth 2.0 for web server apps: exchange, and RFC 6749 section 5.2', [
    {
      what: 'no grant_type',
      send: () => token({ ...signIn }),
      status: 400,
      body: { error: 'invalid_request' },
    },
    {
      what: 'an unknown grant_type',
      send: () => token({ ...signIn, grant_type: 'password' }),
      status: 400,
      body: { error: 'unsupported_grant_type' },
    },
    {
      what: 'no client',
      send: () => token({ grant_type: 'refresh_token', refresh_token: operatorsToken }),
      status: 400,
      body: { error: 'invalid_request' },
    },
    {
      what: 'an unknown client at the token endpoint',
      send: () => refresh({ client_id: 'none' }),
      status: 401,
      body: { error: 'invalid_client', error_description: 'The OAuth client was not found.' },
    },
    {
      what: 'no client_secret',
      send: () => refresh({ client_secret: '' }),
      status: 400,
      body: { error: 'invalid_request', error_description: 'client_secret is missing.' },
    },
    {
      what: 'a wrong client_secret',
      send: () => refresh({ client_secret: 'wrong' }),
      status: 401,
      body: { error: 'invalid_client' },
    },
    { what: 'no code', send: () => exchange('signIn', ''), status: 400, body: { error: 'invalid_request' } },
    {
      what: 'a code it did not issue',
      send: () => exchange('signIn', '4/0Amade-up'),
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Malformed auth code.' },
    },
    {
      what: 'a code a second time',
      send: async () => {
        const once = await code('signIn', identity);
        await exchange('signIn', once);
        return exchange('signIn', once);
      },
      status: 400,
      body: { error: 'invalid_grant' },
    },
    {
      what: 'a code with another redirect_uri',
      send: async () =>
        exchange('signIn', await code('signIn', identity), { redirect_uri: 'http://localhost:8080/callback/' }),
      status: 400,
      body: { error: 'redirect_uri_mismatch' },
    },
    {
      what: 'the code of another client',
      send: async () => exchange('drive', await code('signIn', identity)),
      status: 401,
      body: { error: 'unauthorized_client' },
    },
  ]),
  ...from('RFC 7636 section 4.6', [
    {
      what: 'a code without its verifier',
      send: async () =>
        exchange(
          'signIn',
          await code('signIn', identity, { code_challenge: challenge, code_challenge_method: 'S256' }),
        ),
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Missing code verifier.' },
    },
    {
      what: 'a code with another verifier',
      send: async () => {
        const given = { code_challenge: challenge, code_challenge_method: 'S256' };
        return exchange('signIn', await code('signIn', identity, given), { code_verifier: 'b'.repeat(43) });
      },
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid code verifier.' },
    },
  ]),
  ...from('OAuth 2.0 for web server apps: refresh', [
    {
      what: 'no refresh token',
      send: () => refresh({ refresh_token: '' }),
      status: 400,
      body: { error: 'invalid_request' },
    },
    {
      what: 'an unknown refresh token',
      send: () => refresh({ refresh_token: '1//none' }),
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    },
    {
      what: 'the refresh token of another client',
      send: () => refresh({ ...signIn }),
      status: 401,
      body: { error: 'unauthorized_client' },
    },
    {
      what: 'a refresh for a scope that was never granted',
      send: () => refresh({ scope: `${scopeOf('drive.file')} ${scopeOf('drive')}` }),
      status: 400,
      body: { error: 'invalid_scope' },
    },
    {
      what: 'a refresh token whose grant was revoked by its access token',
      send: async () => {
        const { access_token, refresh_token } = (await exchange('signIn', await code('signIn', identity))).json;
        await revoke({ token: access_token });
        return token({ ...signIn, grant_type: 'refresh_token', refresh_token });
      },
      status: 400,
      body: { error: 'invalid_grant' },
    },
  ]),
  ...from('OAuth 2.0 for web server apps: revoke', [
    { what: 'to revoke no token', send: () => revoke({}), status: 400, body: { error: 'invalid_request' } },
    {
      what: 'to revoke an unknown token',
      send: () => revoke({ token: 'ya29.none' }),
      status: 400,
      body: { error: 'invalid_token' },
    },
  ]),
  ...from('OpenID Connect: userinfo', [
    {
      what: 'user info without a token',
      send: () => call(`${origin()}/v1/userinfo`),
      status: 401,
      body: { error: 'invalid_request', error_description: 'Invalid Credentials' },
    },
    {
      what: 'user info for a grant without identity',
      send: async () => {
        const { access_token } = (await exchange('signIn', await code('signIn', [scopeOf('drive.file')]))).json;
        return call(`${origin()}/v1/userinfo`, { headers: { authorization: `Bearer ${access_token}` } });
      },
      status: 401,
    },
  ]),
]);
