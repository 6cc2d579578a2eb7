import { CauseError, postCause } from '@reelwright/causes';
import { callGraph, tokensIn } from '../graph.ts';
import type { Grant, Login, Page } from '../login.ts';
import { ProviderRefusal, textIn } from '../provider-call.ts';
import { facebookErrors } from './facebook-errors.ts';

const SCOPES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'];
/** Posting does not need it: it allows reading the views of posts. */
const INSIGHTS = 'read_insights';

export interface FacebookSettings {
  readonly appId: string;
  readonly appSecret: string;
  /** Browser-facing origin. */
  readonly dialogUrl: string;
  readonly graphUrl: string;
  /** E.g. v26.0 */
  readonly version: string;
}

/** Pages the person may post to. A Page's token does not expire if it was requested with a long-lived token. */
export async function facebookPages(settings: FacebookSettings, accessToken: string): Promise<Page[]> {
  const pages: Page[] = [];
  const query = new URLSearchParams({ fields: 'id,name,access_token,tasks', limit: '100', access_token: accessToken });
  let url: string | undefined = `${settings.graphUrl}/${settings.version}/me/accounts?${query}`;
  while (url && pages.length < 500) {
    const body: Record<string, unknown> = await callGraph(facebookErrors, url);
    for (const page of (body['data'] ?? []) as {
      id: string;
      name: string;
      access_token?: string;
      tasks?: string[];
    }[]) {
      if (page.access_token && page.tasks?.includes('CREATE_CONTENT')) {
        pages.push({ id: page.id, name: page.name, token: page.access_token });
      }
    }
    url = (body['paging'] as { next?: string } | undefined)?.next;
  }
  return pages;
}

export function facebookLogin(settings: FacebookSettings): Login {
  const { appId, appSecret, graphUrl, version } = settings;
  const app = { client_id: appId, client_secret: appSecret };
  const token = (query: Record<string, string>) =>
    callGraph(facebookErrors, `${graphUrl}/${version}/oauth/access_token?${new URLSearchParams(query)}`);

  return {
    requiredScopes: SCOPES,
    usesPkce: false,
    authorizeUrl({ state, redirectUri }) {
      // `rerequest` asks again for scopes that the person declined before.
      const query = new URLSearchParams({
        client_id: appId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: [...SCOPES, INSIGHTS].join(','),
        auth_type: 'rerequest',
      });
      return `${settings.dialogUrl}/${version}/dialog/oauth?${query}`;
    },
    async exchange({ code, redirectUri }): Promise<Grant> {
      const short = await token({ ...app, redirect_uri: redirectUri, code });
      const long = await token({
        ...app,
        grant_type: 'fb_exchange_token',
        fb_exchange_token: textIn(facebookErrors, short, 'access_token'),
      });
      const tokens = tokensIn(facebookErrors, long);
      const auth = new URLSearchParams({ access_token: tokens.accessToken });
      const me = await callGraph(facebookErrors, `${graphUrl}/${version}/me?fields=id,name&${auth}`);
      const permissions = await callGraph(facebookErrors, `${graphUrl}/${version}/me/permissions?${auth}`);
      const scopes = ((permissions['data'] ?? []) as { permission: string; status: string }[])
        .filter(({ status }) => status === 'granted')
        .map(({ permission }) => permission);
      const grant = { tokens, scopes, providerUserId: textIn(facebookErrors, me, 'id') };
      if (SCOPES.some((scope) => !scopes.includes(scope))) return grant;
      const pages = await facebookPages(settings, tokens.accessToken);
      const [first] = pages;
      if (!first) {
        throw new CauseError('FAILED_PRECONDITION', postCause('NO_PAGES', 'facebook'));
      }
      return pages.length > 1 ? { ...grant, choosePage: true } : { ...grant, account: first };
    },
    // Long-lived tokens (about 60 days) can't be refreshed. Posts use the Page's own token, which doesn't expire.
    refreshAt: () => undefined,
    endsWith: 'accessExpiresAt',
    async revoke({ accessToken, providerUserId }) {
      const auth = new URLSearchParams({ access_token: accessToken });
      const url = `${graphUrl}/${version}/${providerUserId}/permissions?${auth}`;
      const { success } = await callGraph(facebookErrors, url, { method: 'DELETE' });
      if (success !== true) throw new ProviderRefusal(facebookErrors, '', 200, { detail: 'an answer without success' });
    },
  };
}
