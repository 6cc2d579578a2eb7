import type { FastifyInstance } from 'fastify';
import { html } from '../console/html.ts';
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
import { type Person, peopleOf, personFor } from './accounts.ts';
import type { FacebookKnobs } from './knobs.ts';

const meanings: Readonly<Record<string, string>> = {
  public_profile: 'Receive your name and profile picture',
  email: 'Receive your e-mail address',
  pages_show_list: 'Show a list of the Pages you manage',
  pages_read_engagement: 'Read content posted on your Pages',
  pages_manage_posts: 'Create and manage content on your Pages',
  read_insights: 'Read insights of your Pages',
  business_management: 'Manage your business',
  instagram_basic: 'See the profile and posts of the linked Instagram account',
  instagram_manage_insights: 'Read insights of the linked Instagram account',
  instagram_content_publish: 'Post to the linked Instagram account',
  // The dialog grants these; no call here needs them.
  pages_manage_engagement: 'Manage comments on your Pages',
  pages_manage_metadata: 'Manage settings of your Pages',
  pages_read_user_content: 'Read what others write on your Pages',
  pages_messaging: 'Manage conversations of your Pages',
  publish_video: 'Publish live videos',
  instagram_manage_comments: 'Manage comments of the linked Instagram account',
  instagram_manage_messages: 'Manage messages of the linked Instagram account',
};
const { appId, appSecret } = credentials.facebook;

/** The login dialog. A person chooses the account, ticks permissions and the Pages the app may use. */
export function addDialog(app: FastifyInstance, { store }: Sandbox, grants: Grants, knobs: FacebookKnobs): void {
  const toShownAccount = ({ id, name, note }: Person) => ({ id, title: name, note });
  addAuthorization(app, {
    provider: 'Facebook',
    paths: ['/:version/dialog/oauth', '/dialog/oauth'],
    readAuthorization,
    accounts: () => peopleOf(store).all().map(toShownAccount),
    accountFor: (id) => {
      const person = personFor(store, id);
      return person && toShownAccount(person);
    },
    meaningOf: (scope) => meanings[scope] ?? scope,
    requiredScopes: ['public_profile'],
    choices: ({ id }) => {
      const pages = personFor(store, id)?.pages ?? [];
      if (pages.length === 0) return html`<p>You have no Pages. Reels can only go to a Page.</p>`;
      return html`<p>Choose the Pages it can use:</p><ul class="choices">${pages.map(
        (page) =>
          html`<li><label><input type="checkbox" name="page ${page.id}" checked><span>${page.name}<small>${page.tasks.join(', ')}</small></span></label></li>`,
      )}</ul>`;
    },
    allow: (consent, account, scopes, form) => {
      const pages = personFor(store, account.id)?.pages ?? [];
      const pageIds = pages.filter((page) => form[`page ${page.id}`] === 'on').map((page) => page.id);
      const declined = consent.scopes.filter((scope) => !scopes.includes(scope));
      return {
        code: grants.allow(
          { accountId: account.id, scopes, declined, pageIds },
          consent.redirectUri,
          knobs.get().codeSeconds,
        ),
      };
    },
    denied: {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    },
    suffix: '#_=_',
  });
}

function readAuthorization(query: AuthorizationQuery): ConsentRequest | string {
  if (query.client_id !== appId) return 'Invalid App ID: The provided app ID does not look like a valid app ID.';
  const redirectUri = query.redirect_uri;
  if (!mayRedirect(redirectUri)) return 'URL blocked: This redirect failed because the redirect URI is not allowed.';
  if (query.response_type !== undefined && query.response_type !== 'code') return 'response_type must be code.';
  if (query.config_id !== undefined && query.scope === undefined) return { redirectUri, scopes: Object.keys(meanings) };
  const scopes = [...new Set(['public_profile', ...(query.scope ?? '').split(/[,\s]+/).filter(Boolean)])];
  const unknown = scopes.filter((scope) => !Object.hasOwn(meanings, scope));
  if (unknown.length > 0) return `Invalid Scopes: ${unknown.join(', ')}. This message is only shown to developers.`;
  return { redirectUri, scopes };
}

/** `/oauth/access_token`: exchanges a code, a short-lived token or the app's credentials for a token. */
export function exchange(call: GraphCall, { clock }: Sandbox, grants: Grants, knobs: FacebookKnobs): object {
  const { client_id: id, client_secret: secret, redirect_uri: redirectUri, code, grant_type: type } = call.params;
  if (id === undefined) throw graphError(101, 'Missing client_id parameter.');
  if (id !== appId)
    throw graphError(101, 'Error validating application. Cannot get application info due to a system error.');
  if (secret !== appSecret) throw graphError(1, 'Error validating client secret.');
  const { shortTokenSeconds, longTokenSeconds } = knobs.get();
  const expiring = (seconds: number) => clock.real().getTime() + seconds * 1000;

  if (type === 'client_credentials') return { access_token: `${appId}|${appSecret}`, token_type: 'bearer' };
  if (type === 'fb_exchange_token') {
    if (!call.params.fb_exchange_token) throw badParameter('The parameter fb_exchange_token is required');
    const { grant, token } = grants.require(call.params.fb_exchange_token);
    if (token.kind !== 'user') throw badParameter('fb_exchange_token must be a user access token');
    // A long-lived token is returned unchanged, with its old expiry.
    const long = token.isLong
      ? token
      : grants.issue(grant, { kind: 'user', isLong: true, expiresAt: expiring(longTokenSeconds) });
    return {
      access_token: long.id,
      token_type: 'bearer',
      expires_in: Math.round(((long.expiresAt ?? 0) - clock.real().getTime()) / 1000),
    };
  }
  if (type !== undefined && type !== 'authorization_code') throw badParameter(`Invalid grant_type: ${type}`);
  if (!code) throw badParameter('The parameter code is required');
  if (!redirectUri) throw badParameter('The parameter redirect_uri is required');
  const redeemed = grants.take(code);
  if (!redeemed) throw graphError(100, 'This authorization code has been used or has expired.', { subcode: 36009 });
  if (redeemed.redirectUri !== redirectUri) {
    throw graphError(
      100,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      { subcode: 36008 },
    );
  }
  const token = grants.issue(redeemed.grant, { kind: 'user', isLong: false, expiresAt: expiring(shortTokenSeconds) });
  return { access_token: token.id, token_type: 'bearer', expires_in: shortTokenSeconds };
}

/** `/debug_token`, called with the app's own token or a user token of the app. */
export function inspect(call: GraphCall, { store, clock }: Sandbox, grants: Grants): object {
  if (call.token !== `${appId}|${appSecret}`) grants.require(call.token);
  if (!call.params.input_token) throw badParameter('The parameter input_token is required');
  const token = grants.find(call.params.input_token);
  if (!token) {
    return {
      data: {
        error: { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
        is_valid: false,
        scopes: [],
      },
    };
  }
  const problem = problemOf(() => grants.require(token.id));
  const grant = problem ? undefined : grants.require(token.id).grant;
  const seconds = (at: number | null) => (at === null ? 0 : Math.floor(at / 1000));
  return {
    data: {
      app_id: appId,
      type: token.kind.toUpperCase(),
      application: 'Reelwright',
      data_access_expires_at: seconds(clock.real().getTime() + 90 * 24 * 3_600_000),
      expires_at: seconds(token.expiresAt),
      ...(problem ? { error: problem } : {}),
      is_valid: problem === undefined,
      issued_at: seconds(token.issuedAt),
      ...(token.pageId === null ? {} : { profile_id: token.pageId }),
      scopes: grant?.scopes ?? [],
      user_id: grant ? personFor(store, grant.accountId)?.userId : undefined,
    },
  };
}

function problemOf(check: () => unknown): unknown {
  try {
    check();
    return undefined;
  } catch (error) {
    const {
      code,
      message,
      error_subcode: subcode,
    } = (error as { body: { error: Record<string, unknown> } }).body.error;
    return { code, message, subcode };
  }
}
