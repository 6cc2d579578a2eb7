import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../core/sandbox.ts';
import { credentials } from '../credentials.ts';
import {
  type AuthorizationQuery,
  addAuthorization,
  type ConsentRequest,
  mayRedirect,
  type ShownAccount,
} from '../social/authorization.ts';
import { type Account, accountFor, accountsOf } from './accounts.ts';
import { oauthError } from './errors.ts';
import type { Grants } from './grants.ts';

const meanings: Readonly<Record<string, string>> = {
  'user.info.basic': 'Read your profile picture and display name',
  'user.info.profile': 'Read your username, bio and profile link',
  'user.info.stats': 'Read your follower, like and video counts',
  'video.list': 'Read your public videos',
  'video.publish': 'Post videos to your profile',
  'video.upload': 'Put drafts into your inbox',
};

type Form = Partial<Record<string, string>>;

/** Login Kit for the web: the pages, and the token, refresh and revoke calls. */
export function addOauth(app: FastifyInstance, { store }: Sandbox, grants: Grants): void {
  addAuthorization(app, {
    provider: 'TikTok',
    paths: ['/v2/auth/authorize/', '/v2/auth/authorize'],
    readAuthorization,
    accounts: () => accountsOf(store).all().map(toShownAccount),
    accountFor: (id) => {
      const account = accountFor(store, id);
      return account && toShownAccount(account);
    },
    meaningOf: (scope) => meanings[scope] ?? scope,
    requiredScopes: ['user.info.basic'],
    allow: (consent, account, scopes, form) => ({
      code: grants.allow({
        accountId: account.id,
        scopes,
        redirectUri: consent.redirectUri,
        challenge: form.code_challenge ?? null,
      }),
      scopes: scopes.join(','),
    }),
    denied: { error: 'access_denied', error_description: 'The user denied your request', error_type: 'access_denied' },
  });

  app.post<{ Body: Form | undefined }>('/v2/oauth/token/', async (request, reply) => {
    const form = checkedForm(request.headers['content-type'], request.body);
    reply.header('cache-control', 'no-store');
    const tokenResponse = (grantId: string, tokens: object) => {
      const grant = grants.get(grantId);
      const openId = accountFor(store, grant?.accountId ?? '')?.openId;
      return { ...tokens, open_id: openId, scope: grant?.scopes.join(','), token_type: 'Bearer' };
    };
    if (form.grant_type === 'authorization_code') {
      if (!form.redirect_uri) throw oauthError(400, 'invalid_request', 'Redirect_uri is required.');
      const code = grants.take(form.code ?? '');
      if (!code) throw oauthError(400, 'invalid_grant', 'Authorization code is invalid or expired.');
      if (code.redirectUri !== form.redirect_uri) {
        throw oauthError(400, 'invalid_request', 'Redirect_uri is not matched with the uri when requesting code.');
      }
      if (
        code.challenge !== null &&
        createHash('sha256')
          .update(form.code_verifier ?? '')
          .digest('hex') !== code.challenge
      ) {
        throw oauthError(400, 'invalid_request', 'Code verifier or code challenge is invalid.');
      }
      const grant = grants.get(code.grantId);
      if (!grant) throw oauthError(400, 'invalid_grant', 'Authorization code is invalid or expired.');
      return tokenResponse(grant.id, grants.issue(grant));
    }
    if (form.grant_type === 'refresh_token') {
      const grant = grants.byToken(form.refresh_token ?? '', 'refresh');
      const tokens = grants.rotate(form.refresh_token ?? '');
      if (!grant || !tokens) throw oauthError(400, 'invalid_grant', 'Refresh token is invalid or expired.');
      return tokenResponse(grant.id, tokens);
    }
    throw oauthError(400, 'unsupported_grant_type', 'Grant type is not supported by the authorization server.');
  });

  app.post<{ Body: Form | undefined }>('/v2/oauth/revoke/', async (request, reply) => {
    const form = checkedForm(request.headers['content-type'], request.body);
    const grant = grants.byToken(form.token ?? '', 'access') ?? grants.byToken(form.token ?? '', 'refresh');
    if (!grant) throw oauthError(400, 'invalid_request', 'Token is invalid or not found.');
    grants.revoke(grant);
    return reply.code(200).send();
  });
}

function toShownAccount(account: Account): ShownAccount {
  return { id: account.id, title: account.displayName, note: `@${account.id} · ${account.note}` };
}

function readAuthorization(query: AuthorizationQuery): ConsentRequest | string {
  if (query.client_key !== credentials.tiktok.clientKey) return 'client_key: the app is not known.';
  const redirectUri = query.redirect_uri;
  if (!mayRedirect(redirectUri) || new URL(redirectUri).search !== '')
    return 'redirect_uri: must be https, or http on this machine, without a query or a fragment.';
  if (query.response_type !== 'code') return 'response_type: must be code.';
  const scopes = [
    ...new Set(
      (query.scope ?? '')
        .split(',')
        .map((scope) => scope.trim())
        .filter(Boolean),
    ),
  ];
  if (scopes.length === 0) return 'scope: is missing.';
  const unknown = scopes.filter((scope) => !Object.hasOwn(meanings, scope));
  if (unknown.length > 0) return `scope: not known: ${unknown.join(', ')}; separate scopes by commas.`;
  if (!query.state) return 'state: is missing.';
  return { redirectUri, scopes };
}

function checkedForm(contentType: string | undefined, body: Form | undefined): Form {
  if (!contentType?.startsWith('application/x-www-form-urlencoded') || !body) {
    throw oauthError(400, 'invalid_request', 'Only `application/x-www-form-urlencoded` is accepted as Content-Type.');
  }
  const { clientKey, clientSecret } = credentials.tiktok;
  if (body.client_key !== clientKey || body.client_secret !== clientSecret) {
    throw oauthError(401, 'invalid_client', 'Client key or secret is incorrect.');
  }
  return body;
}
