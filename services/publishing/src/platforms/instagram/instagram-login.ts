import { CauseError, postCause } from '@reelwright/causes';
import { callGraph, graphRefusal, tokensIn } from '../graph.ts';
import type { Grant, Login, Tokens } from '../login.ts';
import { callProvider, textIn } from '../provider-call.ts';
import { instagramErrors } from './instagram-errors.ts';

const SCOPES = ['instagram_business_basic', 'instagram_business_content_publish'];
/** Posting does not need it: it allows reading the views of posts. */
const INSIGHTS = 'instagram_business_manage_insights';
const DAY_MS = 24 * 3_600_000;
/** Tokens are valid for 60 days and can be refreshed once they are a day old; two weeks leave room for outages. */
const EARLY_MS = 14 * DAY_MS;

export interface InstagramSettings {
  readonly appId: string;
  readonly appSecret: string;
  /** Browser-facing origin. */
  readonly authUrl: string;
  /** Origin of the first token exchange. */
  readonly apiUrl: string;
  readonly graphUrl: string;
  /** E.g. v26.0 */
  readonly version: string;
}

/** Instagram's own login: it needs a professional account, but no Facebook Page. */
export function instagramLogin(settings: InstagramSettings): Login {
  const { appId, appSecret, graphUrl } = settings;

  async function longLived(path: string, query: Record<string, string>): Promise<Tokens> {
    return tokensIn(
      instagramErrors,
      await callGraph(instagramErrors, `${graphUrl}/${path}?${new URLSearchParams(query)}`),
    );
  }

  return {
    requiredScopes: SCOPES,
    usesPkce: false,
    authorizeUrl({ state, redirectUri }) {
      const query = new URLSearchParams({
        client_id: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: [...SCOPES, INSIGHTS].join(','),
        state,
      });
      return `${settings.authUrl}/oauth/authorize?${query}`;
    },
    async exchange({ code, redirectUri }): Promise<Grant> {
      const answer = await callProvider(`${settings.apiUrl}/oauth/access_token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: appId,
          client_secret: appSecret,
          grant_type: 'authorization_code',
          redirect_uri: redirectUri,
          code,
        }),
      });
      if (answer.status !== 200) throw graphRefusal(instagramErrors, answer);
      // Documented flat and wrapped in `data`. `user_id` here may be a number too big for JSON: /me is asked instead.
      const body = answer.json();
      const short = ((body['data'] as Record<string, unknown>[] | undefined)?.[0] ?? body) as Record<string, unknown>;
      const permissions = short['permissions'];
      const scopes = (
        Array.isArray(permissions) ? permissions.map(String) : String(permissions ?? '').split(',')
      ).filter(Boolean);
      const tokens = await longLived('access_token', {
        grant_type: 'ig_exchange_token',
        client_secret: appSecret,
        access_token: textIn(instagramErrors, short, 'access_token'),
      });
      if (!scopes.includes('instagram_business_basic')) return { tokens, scopes, providerUserId: '' };
      const query = new URLSearchParams({
        fields: 'id,user_id,username,account_type',
        access_token: tokens.accessToken,
      });
      const me = await callGraph(instagramErrors, `${graphUrl}/${settings.version}/me?${query}`);
      if (me['account_type'] === 'PERSONAL') {
        throw new CauseError('FAILED_PRECONDITION', postCause('PERSONAL_ACCOUNT', 'instagram'));
      }
      // Posts go to the account `user_id`; deletion requests carry `id`, which is scoped to this app.
      const id = textIn(instagramErrors, me, 'user_id');
      return {
        tokens,
        scopes,
        providerUserId: id,
        appUserId: String(me['id']),
        account: { id, name: String(me['username']) },
      };
    },
    refresh: ({ accessToken }) =>
      longLived('refresh_access_token', { grant_type: 'ig_refresh_token', access_token: accessToken }),
    minAgeMs: DAY_MS,
    endsWith: 'accessExpiresAt',
    refreshAt({ issuedAt, accessExpiresAt }) {
      if (!accessExpiresAt) return undefined;
      return new Date(Math.max(issuedAt.getTime() + DAY_MS, accessExpiresAt.getTime() - EARLY_MS));
    },
    // Instagram Login can't revoke a grant: the person removes it in the app, and our copy is deleted.
    revoke: async () => undefined,
  };
}
