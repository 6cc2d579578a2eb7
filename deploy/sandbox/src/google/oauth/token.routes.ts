import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sandbox } from '../../core/sandbox.ts';
import { accountsOf, fullName } from '../accounts.ts';
import { oauthError } from '../errors.ts';
import { bearerOf } from './access.ts';
import { type Client, requireClient } from './clients.ts';
import { accessTokenSeconds, type Code, type Grant, type Grants } from './grants.ts';
import { scopes, withoutAliases } from './scopes.ts';
import { signingKey } from './signing-key.ts';
import { addTokenInfo } from './token-info.routes.ts';

type Form = Record<string, string | undefined>;

/** Google's own issuer, so that libraries that check it need no setting. */
const issuer = 'https://accounts.google.com';

/** Discovery, token, revocation, keys and user info. */
export function addTokens(app: FastifyInstance, sandbox: Sandbox, grants: Grants): void {
  const { store, clock, chaos, origins } = sandbox;
  const key = signingKey(store);

  app.get('/.well-known/openid-configuration', async () => ({
    issuer,
    authorization_endpoint: `${origins.browser('google')}/o/oauth2/v2/auth`,
    token_endpoint: `${origins.server('google')}/token`,
    revocation_endpoint: `${origins.server('google')}/revoke`,
    userinfo_endpoint: `${origins.server('google')}/v1/userinfo`,
    jwks_uri: `${origins.server('google')}/oauth2/v3/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['plain', 'S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
  }));
  app.get('/oauth2/v3/certs', async () => key.jwks());
  app.get('/oauth2/v1/certs', async () => key.pem());

  app.post<{ Body: Form }>('/token', async (request, reply) => {
    const form = request.body ?? {};
    reply.header('cache-control', 'no-cache, no-store, max-age=0, must-revalidate');
    if (!form.grant_type) throw oauthError(400, 'invalid_request', 'Required parameter is missing: grant_type');
    const client = requireClient(request.headers.authorization, form);
    if (form.grant_type === 'authorization_code') return exchange(form, client);
    if (form.grant_type === 'refresh_token') return refresh(form, client);
    throw oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${form.grant_type}`);
  });

  const exchange = (form: Form, client: Client) => {
    if (!form.code) throw oauthError(400, 'invalid_request', 'Missing required parameter: code');
    const code = grants.code(form.code);
    if (!code) throw oauthError(400, 'invalid_grant', 'Malformed auth code.');
    const grant = store.collection<Grant>('google-grants').get(code.grantId);
    if (!grant || grant.revoked || code.used || code.expiresAt <= clock.real().getTime())
      throw oauthError(400, 'invalid_grant', 'Bad Request');
    if (grant.clientId !== client.id) throw oauthError(401, 'unauthorized_client', 'Unauthorized');
    if (form.redirect_uri !== code.redirectUri) throw oauthError(400, 'redirect_uri_mismatch', 'Bad Request');
    checkVerifier(code, form.code_verifier);
    grants.useCode(code.id);
    return {
      access_token: grants.issueAccess(grant),
      expires_in: accessTokenSeconds,
      ...(code.refreshable ? { refresh_token: grants.issueRefresh(grant) } : {}),
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      ...idToken(grant, code.nonce),
    };
  };

  const refresh = (form: Form, client: Client) => {
    if (!form.refresh_token) throw oauthError(400, 'invalid_request', 'Missing required parameter: refresh_token');
    if (chaos.strikes('google', 'revokedToken', 'refresh token')) grants.revoke(form.refresh_token);
    const grant = grants.byToken(form.refresh_token, 'refresh');
    if (!grant) throw oauthError(400, 'invalid_grant', 'Token has been expired or revoked.');
    if (grant.clientId !== client.id) throw oauthError(401, 'unauthorized_client', 'Unauthorized');
    if (!withoutAliases(form.scope ?? '').every((scope) => grant.scopes.includes(scope)))
      throw oauthError(400, 'invalid_scope', 'Bad Request');
    return {
      access_token: grants.issueAccess(grant),
      expires_in: accessTokenSeconds,
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      ...idToken(grant, null),
    };
  };

  const idToken = (grant: Grant, nonce: string | null): { id_token?: string } => {
    if (!grant.scopes.includes('openid')) return {};
    const issuedAt = Math.floor(clock.real().getTime() / 1000);
    const claims = {
      iss: issuer,
      azp: grant.clientId,
      aud: grant.clientId,
      ...claimsOf(grant),
      iat: issuedAt,
      exp: issuedAt + 3600,
    };
    return { id_token: key.signed(nonce === null ? claims : { ...claims, nonce }) };
  };

  /** The claims about the account that the granted scopes allow. */
  const claimsOf = (grant: Grant): Record<string, unknown> => {
    const account = accountsOf(store).get(grant.accountId);
    if (!account) throw oauthError(401, 'invalid_request', 'Invalid Credentials');
    const profile = {
      name: fullName(account),
      given_name: account.givenName,
      ...(account.familyName ? { family_name: account.familyName } : {}),
      picture: `${origins.browser('google')}/avatars/${account.id}.svg`,
    };
    return {
      sub: account.id,
      ...(grant.scopes.includes(scopes.profile) ? profile : {}),
      ...(grant.scopes.includes(scopes.email) ? { email: account.email, email_verified: account.emailVerified } : {}),
    };
  };

  app.post<{ Body: Form | undefined; Querystring: { token?: string } }>('/revoke', async (request, reply) => {
    const token = request.query.token ?? request.body?.token;
    if (!token) throw oauthError(400, 'invalid_request', 'Missing required parameter: token');
    if (!grants.revoke(token)) throw oauthError(400, 'invalid_token', 'Token expired or revoked');
    return reply.code(200).type('application/json').send({});
  });

  const callerOf = (request: FastifyRequest): Grant => {
    const { access_token: given } = request.query as { access_token?: string };
    const grant = grants.byToken(bearerOf(request) ?? given ?? '', 'access');
    if (!grant || ![scopes.email, scopes.profile, 'openid'].some((scope) => grant.scopes.includes(scope)))
      throw oauthError(401, 'invalid_request', 'Invalid Credentials');
    return grant;
  };
  for (const path of ['/v1/userinfo', '/oauth2/v3/userinfo'])
    app.get(path, async (request) => claimsOf(callerOf(request)));
  // The paths from before OpenID Connect.
  for (const path of ['/oauth2/v2/userinfo', '/userinfo/v2/me', '/oauth2/v1/userinfo']) {
    app.get(path, async (request) => {
      const { sub: id, email_verified: verified_email, ...others } = claimsOf(callerOf(request));
      return { id, ...others, ...(verified_email === undefined ? {} : { verified_email }) };
    });
  }
  addTokenInfo(app, sandbox, grants, key);

  app.get<{ Params: { id: string } }>('/avatars/:id', async (request, reply) => {
    const account = accountsOf(store).get(request.params.id.replace('.svg', ''));
    const initial = account?.givenName[0] ?? '?';
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#5b4bb5"/><text x="48" y="64" font-family="sans-serif" font-size="44" fill="#fff" text-anchor="middle">${/\w/.test(initial) ? initial : '?'}</text></svg>`;
    return reply.type('image/svg+xml').send(svg);
  });
}

function checkVerifier(code: Code, verifier: string | undefined): void {
  if (code.challenge === null) return;
  if (!verifier) throw oauthError(400, 'invalid_grant', 'Missing code verifier.');
  const challenge =
    code.challengeMethod === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  if (challenge !== code.challenge) throw oauthError(400, 'invalid_grant', 'Invalid code verifier.');
}
