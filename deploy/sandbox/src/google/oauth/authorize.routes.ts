import type { FastifyInstance, FastifyReply } from 'fastify';
import { consentPage, hiddenFields } from '../../console/consent.ts';
import { html } from '../../console/html.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { type Account, accountFor, accountsOf } from '../accounts.ts';
import { accountPage, channelPage, permissionPage } from './authorize.pages.ts';
import { type Client, findClient, mayRedirect } from './clients.ts';
import type { Grants } from './grants.ts';
import { isSignIn, isYouTube, meaningOf, withoutAliases } from './scopes.ts';

/** The query, with the person's choices so far: `account` (an e-mail) and `channel`. */
export type AuthorizeQuery = Readonly<Record<string, string | undefined>>;

/** A valid authorization request. */
export interface ConsentRequest {
  client: Client;
  redirectUri: string;
  scopes: string[];
  prompts: string[];
}

const path = '/o/oauth2/v2/auth';
const knownPrompts = ['none', 'consent', 'select_account'];

/**
 * The consent pages between a client's redirect and its callback: account, channel (for YouTube), permissions. An untrusted
 * request gets an error page, never a redirect.
 */
export function addAuthorize(app: FastifyInstance, sandbox: Sandbox, grants: Grants): void {
  app.get<{ Querystring: AuthorizeQuery }>(path, async (request, reply) => {
    const accounts = accountsOf(sandbox.store);
    const consent = read(request.query);
    if (typeof consent === 'string') return errorPage(reply, consent);
    const { account: selectedAccount, login_hint: hint, channel } = request.query;
    const hinted = consent.prompts.includes('select_account') ? undefined : hint;
    const account = accountFor(accounts, selectedAccount ?? hinted ?? '');

    reply.type('text/html');
    if (!account)
      return reply.send(
        accountPage(
          consent,
          request.query,
          accounts.filter(({ listed }) => listed),
        ),
      );
    if (consent.scopes.some(isYouTube) && channel === undefined && account.channels.length > 0) {
      return reply.send(channelPage(consent, { ...request.query, account: account.email }, account));
    }
    const granted = new Set(grants.live(consent.client.id, account.id).flatMap((grant) => grant.scopes));
    const nothingNew = consent.scopes.every((scope) => granted.has(scope)) && !consent.scopes.some(isYouTube);
    if (nothingNew && !consent.prompts.includes('consent'))
      return allow(request.query, consent, account, consent.scopes, reply);
    return reply.send(permissionPage(consent, { ...request.query, account: account.email }, account));
  });

  app.post<{ Body: AuthorizeQuery }>(path, async (request, reply) => {
    const consent = read(request.body);
    if (typeof consent === 'string') return errorPage(reply, consent);
    const account = accountFor(accountsOf(sandbox.store), request.body.account ?? '');
    if (!account) return errorPage(reply, 'Error 400: invalid_request');
    const ticked = consent.scopes.filter((scope) => isSignIn(scope) || request.body[`scope ${scope}`] === 'on');
    if (request.body.decision !== 'allow' || ticked.length === 0) {
      return back(reply, consent, { error: 'access_denied', state: request.body.state });
    }
    return allow(request.body, consent, account, ticked, reply);
  });

  const allow = (
    query: AuthorizeQuery,
    consent: ConsentRequest,
    account: Account,
    ticked: string[],
    reply: FastifyReply,
  ) => {
    const first = grants.live(consent.client.id, account.id).length === 0;
    const channel = account.channels.find(({ id }) => id === query.channel);
    const grant = grants.allow(
      { clientId: consent.client.id, accountId: account.id, channelId: channel?.id ?? null, scopes: ticked },
      query.include_granted_scopes === 'true',
    );
    const code = grants.issueCode({
      grantId: grant.id,
      redirectUri: consent.redirectUri,
      challenge: query.code_challenge ?? null,
      challengeMethod: query.code_challenge_method === 'S256' ? 'S256' : 'plain',
      nonce: query.nonce ?? null,
      refreshable: query.access_type === 'offline' && (first || consent.prompts.includes('consent')),
    });
    return back(reply, consent, {
      state: query.state,
      code: code.id,
      scope: grant.scopes.join(' '),
      authuser: '0',
      prompt: consent.prompts.includes('consent') ? 'consent' : 'none',
    });
  };
}

/** Checks a request. @returns the request, or the error page's headline */
function read(query: AuthorizeQuery): ConsentRequest | string {
  const client = findClient(query.client_id);
  if (!client) return 'Error 401: invalid_client';
  if (query.redirect_uri === undefined) return 'Error 400: invalid_request. Missing required parameter: redirect_uri';
  if (!mayRedirect(query.redirect_uri)) return 'Error 400: redirect_uri_mismatch';
  if (query.response_type === undefined) return 'Error 400: invalid_request. Missing required parameter: response_type';
  if (query.response_type !== 'code') return 'Error 400: unsupported_response_type';
  const scopes = withoutAliases(query.scope ?? '');
  if (scopes.length === 0) return 'Error 400: invalid_request. Missing required parameter: scope';
  const unknown = scopes.filter((scope) => meaningOf(scope) === undefined);
  if (unknown.length > 0) return `Error 400: invalid_scope. Some requested scopes were invalid: ${unknown.join(', ')}`;
  if (query.access_type !== undefined && query.access_type !== 'online' && query.access_type !== 'offline')
    return `Error 400: invalid_request. Invalid parameter value for access_type: '${query.access_type}' is not a valid access type`;
  const prompts = (query.prompt ?? '').split(' ').filter(Boolean);
  if (prompts.some((one) => !knownPrompts.includes(one)) || (prompts.includes('none') && prompts.length > 1))
    return `Error 400: invalid_request. Invalid parameter value for prompt: '${query.prompt}'`;
  const method = query.code_challenge_method;
  if (method !== undefined && method !== 'S256' && method !== 'plain')
    return 'Error 400: invalid_request. Invalid code_challenge_method';
  return { client, redirectUri: query.redirect_uri, scopes, prompts };
}

function back(reply: FastifyReply, consent: ConsentRequest, answer: Record<string, string | undefined>): FastifyReply {
  const target = new URL(consent.redirectUri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) target.searchParams.set(name, value);
  return reply.redirect(target.href, 303);
}

function errorPage(reply: FastifyReply, headline: string): FastifyReply {
  const [title = headline, detail] = headline.split('. ');
  const status = Number(/\d+/.exec(headline)?.[0] ?? 400);
  const body = html`<p>${detail ?? 'The app that sent you here asked for something it may not.'}</p>${hiddenFields({})}`;
  return reply
    .code(status)
    .type('text/html')
    .send(consentPage({ provider: 'Google', title: 'Access blocked', lead: title, body }));
}
