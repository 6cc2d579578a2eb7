import type { Grant, Login, Tokens } from '../login.ts';
import { type Answer, callProvider, isBlank, oauthCode, ProviderRefusal, textIn } from '../provider-call.ts';
import { callTiktok } from './tiktok-api.ts';
import { tiktokErrors } from './tiktok-errors.ts';

/** Only the first and `video.publish` are needed to post; `video.list` allows reading their views. */
const SCOPES = ['user.info.basic', 'user.info.profile', 'video.publish', 'video.list'];
/** Access tokens are valid for two hours as of late 2026; 15 minutes are longer than any of our uploads. */
const EARLY_MS = 15 * 60_000;
/** Longer than for other calls: the refresh ends the old pair, so a lost answer would lose the grant. */
const TOKEN_TIMEOUT_MS = 30_000;
/** The refusals of a token that is revoked twice. */
const GONE = new Set(['invalid_request', 'invalid_grant', 'invalid_token', 'access_token_invalid']);

export interface TiktokSettings {
  readonly clientKey: string;
  readonly clientSecret: string;
  /** Browser-facing origin. */
  readonly authUrl: string;
  readonly apiUrl: string;
}

export function tiktokLogin(settings: TiktokSettings): Login {
  /** The OAuth endpoints answer flat JSON, without the envelope of the data endpoints. */
  async function oauth(path: string, form: Record<string, string>): Promise<Answer> {
    const answer = await callProvider(`${settings.apiUrl}/v2/oauth/${path}/`, {
      method: 'POST',
      body: new URLSearchParams({ client_key: settings.clientKey, client_secret: settings.clientSecret, ...form }),
      timeoutMs: TOKEN_TIMEOUT_MS,
    });
    const body = answer.json();
    if (answer.status !== 200 || body['error']) {
      throw new ProviderRefusal(tiktokErrors, oauthCode(body), answer.status, {
        detail: String(body['error_description'] ?? ''),
      });
    }
    return answer;
  }

  return {
    requiredScopes: ['user.info.basic', 'video.publish'],
    usesPkce: false,
    authorizeUrl({ state, redirectUri }) {
      const query = new URLSearchParams({
        client_key: settings.clientKey,
        response_type: 'code',
        scope: SCOPES.join(','),
        redirect_uri: redirectUri,
        state,
        // Otherwise a person who granted fewer scopes before is sent back without being asked.
        disable_auto_auth: '1',
      });
      return `${settings.authUrl}/v2/auth/authorize/?${query}`;
    },
    async exchange({ code, redirectUri }): Promise<Grant> {
      const answer = await oauth('token', { grant_type: 'authorization_code', code, redirect_uri: redirectUri });
      const body = answer.json();
      const tokens = tokensOf(body);
      const scopes = String(body['scope'] ?? '')
        .split(',')
        .filter(Boolean);
      const id = String(body['open_id'] ?? '');
      if (!scopes.includes('user.info.basic')) return { tokens, scopes, providerUserId: id };
      // Asking for a field whose scope was not granted fails the whole call.
      const fields = scopes.includes('user.info.profile') ? 'open_id,display_name,username' : 'open_id,display_name';
      const data = await callTiktok(`${settings.apiUrl}/v2/user/info/?fields=${fields}`, {
        method: 'GET',
        accessToken: tokens.accessToken,
      });
      const user = (data['user'] ?? {}) as { username?: string; display_name?: string };
      return { tokens, scopes, providerUserId: id, account: { id, name: user.username ?? user.display_name ?? id } };
    },
    async refresh(stored) {
      if (!stored.refreshToken) throw new ProviderRefusal(tiktokErrors, 'invalid_grant', 400);
      const answer = await oauth('token', { grant_type: 'refresh_token', refresh_token: stored.refreshToken });
      return tokensOf(answer.json());
    },
    refreshAt: (stored) => stored.accessExpiresAt && new Date(stored.accessExpiresAt.getTime() - EARLY_MS),
    endsWith: 'refreshExpiresAt',
    async revoke({ accessToken }) {
      try {
        const answer = await oauth('revoke', { token: accessToken });
        if (!isBlank(answer)) throw new ProviderRefusal(tiktokErrors, '', answer.status);
      } catch (error) {
        if (!(error instanceof ProviderRefusal && GONE.has(error.code))) throw error;
      }
    },
  };
}

function tokensOf(body: Record<string, unknown>): Tokens {
  const until = (name: string) => new Date(Date.now() + Number(body[name]) * 1000);
  return {
    accessToken: textIn(tiktokErrors, body, 'access_token'),
    refreshToken: textIn(tiktokErrors, body, 'refresh_token'),
    ...(Number(body['expires_in']) > 0 && { accessExpiresAt: until('expires_in') }),
    ...(Number(body['refresh_expires_in']) > 0 && { refreshExpiresAt: until('refresh_expires_in') }),
  };
}
