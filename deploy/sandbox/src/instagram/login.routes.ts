import type { FastifyInstance } from 'fastify';
import { html } from '../console/html.ts';
import { providerError } from '../core/provider-error.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { credentials } from '../credentials.ts';
import { badParameter, graphError } from '../meta/errors.ts';
import type { Grants } from '../meta/grants.ts';
import type { GraphCall } from '../meta/graph.ts';
import {
  type AuthorizationQuery,
  addAuthorization,
  type ConsentRequest,
  mayRedirect,
} from '../social/authorization.ts';
import { type Account, accountFor, accountsOf } from './accounts.ts';
import type { InstagramKnobs } from './knobs.ts';

const meanings: Readonly<Record<string, string>> = {
  instagram_business_basic: 'See your profile and posts',
  instagram_business_content_publish: 'Post to your account',
  instagram_business_manage_comments: 'Manage comments',
  instagram_business_manage_messages: 'Manage messages',
  instagram_business_manage_insights: 'See insights',
};
const { appId, appSecret } = credentials.instagram;

/** Instagram Login: its pages, and the exchange of a code at `api.instagram.com`. */
export function addLogin(app: FastifyInstance, { store, clock }: Sandbox, grants: Grants, knobs: InstagramKnobs): void {
  const toShownAccount = ({ id, name, note }: Account) => ({ id, title: name, note: `@${id} · ${note}` });
  addAuthorization(app, {
    provider: 'Instagram',
    paths: ['/oauth/authorize', '/oauth/authorize/'],
    readAuthorization,
    accounts: () => accountsOf(store).all().map(toShownAccount),
    accountFor: (id) => {
      const account = accountFor(store, id);
      return account && toShownAccount(account);
    },
    meaningOf: (scope) => meanings[scope] ?? scope,
    requiredScopes: ['instagram_business_basic'],
    obstacle: ({ id }) =>
      accountFor(store, id)?.accountType === 'PERSONAL'
        ? html`<p>Only professional accounts can be connected to apps. Switch to a business or creator account in the Instagram app first.</p>`
        : undefined,
    allow: (consent, account, scopes) => {
      const declined = consent.scopes.filter((scope) => !scopes.includes(scope));
      return {
        code: grants.allow(
          { accountId: account.id, scopes, declined, pageIds: [] },
          consent.redirectUri,
          knobs.get().codeSeconds,
        ),
      };
    },
    denied: { error: 'access_denied', error_reason: 'user_denied', error_description: 'The user denied your request' },
    suffix: '#_',
  });

  app.post<{ Body: Partial<Record<string, string>> | undefined }>('/oauth/access_token', async (request, reply) => {
    const form = request.body ?? {};
    if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(request.headers['content-type'] ?? ''))
      throw oauthError('You must send a form');
    if (form.client_id !== appId) throw oauthError('Invalid platform app');
    if (form.client_secret !== appSecret) throw oauthError('Error validating client secret');
    if (form.grant_type !== 'authorization_code') throw oauthError('Invalid grant_type: must be authorization_code');
    const redeemed = grants.take(form.code ?? '');
    if (!redeemed) throw oauthError('This authorization code has been used or has expired');
    if (redeemed.redirectUri !== form.redirect_uri) {
      throw oauthError(
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      );
    }
    const expiresAt = clock.real().getTime() + knobs.get().shortTokenSeconds * 1000;
    const token = grants.issue(redeemed.grant, { kind: 'user', isLong: false, expiresAt });
    const userId = accountFor(store, redeemed.grant.accountId)?.scopedId ?? '0';
    // The user id is a number in the JSON text, too long for a double.
    const body = JSON.stringify({ access_token: token.id, user_id: '@user', permissions: redeemed.grant.scopes });
    return reply.type('application/json; charset=utf-8').send(body.replace('"@user"', userId));
  });
}

function oauthError(message: string) {
  return providerError(400, { error_type: 'OAuthException', code: 400, error_message: message });
}

function readAuthorization(query: AuthorizationQuery): ConsentRequest | string {
  if (query.client_id !== appId) return 'Invalid platform app.';
  const redirectUri = query.redirect_uri;
  if (!mayRedirect(redirectUri)) return 'Invalid redirect_uri.';
  if (query.response_type !== 'code') return 'response_type must be code.';
  const scopes = [...new Set((query.scope ?? '').split(/[,\s]+/).filter(Boolean))];
  const unknown = scopes.filter((scope) => !Object.hasOwn(meanings, scope));
  if (unknown.length > 0) return `Invalid scope: ${unknown.join(', ')}.`;
  if (!scopes.includes('instagram_business_basic')) return 'Invalid scope: instagram_business_basic is required.';
  return { redirectUri, scopes };
}

/** `/access_token`: exchanges a short-lived token for one of 60 days. */
export function exchange(call: GraphCall, { clock }: Sandbox, grants: Grants, knobs: InstagramKnobs): object {
  if (call.params.grant_type !== 'ig_exchange_token')
    throw badParameter('Invalid grant_type: must be ig_exchange_token');
  if (call.params.client_secret !== appSecret) throw graphError(101, 'Error validating client secret.');
  const { token, grant } = grants.of(call);
  if (token.isLong)
    throw graphError(452, 'Session key invalid: the token is not short-lived.', { type: 'IGApiException' });
  return longToken(
    grants.issue(grant, {
      kind: 'user',
      isLong: true,
      expiresAt: clock.real().getTime() + knobs.get().longTokenSeconds * 1000,
    }).id,
    knobs,
  );
}

/** `/refresh_access_token`: 60 more days for a long-lived token that is a day old and not expired. */
export function refresh(call: GraphCall, { clock }: Sandbox, grants: Grants, knobs: InstagramKnobs): object {
  if (call.params.grant_type !== 'ig_refresh_token') throw badParameter('Invalid grant_type: must be ig_refresh_token');
  const { token, grant } = grants.of(call);
  if (!token.isLong)
    throw graphError(452, 'Session key invalid: only long-lived tokens can be refreshed.', { type: 'IGApiException' });
  const now = clock.real().getTime();
  if (now - token.issuedAt < knobs.get().refreshAgeSeconds * 1000)
    throw badParameter('The access token must be at least 24 hours old to be refreshed.');
  return longToken(
    grants.issue(grant, { kind: 'user', isLong: true, expiresAt: now + knobs.get().longTokenSeconds * 1000 }).id,
    knobs,
  );
}

function longToken(id: string, knobs: InstagramKnobs): object {
  return { access_token: id, token_type: 'bearer', expires_in: knobs.get().longTokenSeconds };
}
