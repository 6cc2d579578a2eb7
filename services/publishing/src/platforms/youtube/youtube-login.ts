import { CauseError, postCause } from '@reelwright/causes';
import type { Grant, Login, Tokens } from '../login.ts';
import { callProvider, isBlank, oauthCode, ProviderRefusal, textIn } from '../provider-call.ts';
import { youtubeApi } from './youtube-api.ts';
import { youtubeErrors } from './youtube-errors.ts';
import { WATCH_TIME_SCOPE } from './youtube-measures.ts';
import { refusalOf } from './youtube-refusal.ts';

const UPLOAD = 'https://www.googleapis.com/auth/youtube.upload';
/** Needed for the channel's name and for videos.list, which the upload scope does not allow. */
const READONLY = 'https://www.googleapis.com/auth/youtube.readonly';
/**
 * A scope that Allow always grants. Without it, Allow with every box unticked grants nothing, and Google then answers
 * `access_denied` as it does for Cancel.
 */
const SIGN_IN = 'openid';
/** Access tokens are valid for an hour; ten minutes are longer than any of our uploads. */
const EARLY_MS = 10 * 60_000;

export interface YoutubeLoginSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Browser-facing origin of Google's consent. */
  readonly accountsUrl: string;
  /** Origin of /token and /revoke. */
  readonly oauthUrl: string;
  /** Origin of the YouTube API. */
  readonly root: string;
}

export function youtubeLogin(settings: YoutubeLoginSettings): Login {
  const api = youtubeApi(settings.root);

  async function token(form: Record<string, string>): Promise<Record<string, unknown>> {
    const answer = await callProvider(`${settings.oauthUrl}/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: settings.clientId, client_secret: settings.clientSecret, ...form }),
    });
    const body = answer.json();
    if (answer.status !== 200) throw new ProviderRefusal(youtubeErrors, oauthCode(body), answer.status);
    return body;
  }

  return {
    requiredScopes: [UPLOAD, READONLY],
    usesPkce: true,
    authorizeUrl({ state, redirectUri, challenge = '' }) {
      // `consent` makes Google issue a refresh token again on a reconnect.
      const query = new URLSearchParams({
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: `${SIGN_IN} ${UPLOAD} ${READONLY} ${WATCH_TIME_SCOPE}`,
        access_type: 'offline',
        prompt: 'consent select_account',
        include_granted_scopes: 'false',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state,
      });
      return `${settings.accountsUrl}/o/oauth2/v2/auth?${query}`;
    },
    async exchange({ code, redirectUri, verifier = '' }): Promise<Grant> {
      const body = await token({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      const tokens = tokensOf(body);
      const scopes = String(body['scope'] ?? '')
        .split(' ')
        .filter(Boolean);
      if (!scopes.includes(READONLY) || !scopes.includes(UPLOAD)) return { tokens, scopes, providerUserId: '' };
      const answer = await api.listOwnChannels(tokens);
      if (answer.status !== 200) throw refusalOf(answer);
      const list = answer.json();
      // An empty list has no `items`, but always has its `kind`.
      textIn(youtubeErrors, list, 'kind');
      const [channel] = (list['items'] ?? []) as { id: string; snippet?: { title?: string } }[];
      if (!channel) {
        throw new CauseError('FAILED_PRECONDITION', postCause('NO_CHANNEL', 'youtube'));
      }
      const account = { id: channel.id, name: channel.snippet?.title ?? channel.id };
      return { tokens, scopes, providerUserId: channel.id, account };
    },
    async refresh(stored) {
      if (!stored.refreshToken) throw new ProviderRefusal(youtubeErrors, 'invalid_grant', 400);
      return tokensOf(await token({ grant_type: 'refresh_token', refresh_token: stored.refreshToken }));
    },
    refreshAt: (stored) => stored.accessExpiresAt && new Date(stored.accessExpiresAt.getTime() - EARLY_MS),
    endsWith: 'refreshExpiresAt',
    async revoke({ accessToken, refreshToken }) {
      const answer = await callProvider(`${settings.oauthUrl}/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token: refreshToken ?? accessToken }),
      });
      const isGone = answer.status === 400 && oauthCode(answer.json()) === 'invalid_token';
      if (!isBlank(answer) && !isGone) throw refusalOf(answer);
    },
  };
}

function tokensOf(body: Record<string, unknown>): Tokens {
  const seconds = Number(body['expires_in']);
  // Set only for consents that expire: those of apps in testing, and those given for a limited time.
  const refreshSeconds = Number(body['refresh_token_expires_in']);
  return {
    accessToken: textIn(youtubeErrors, body, 'access_token'),
    ...(typeof body['refresh_token'] === 'string' && { refreshToken: body['refresh_token'] }),
    ...(refreshSeconds > 0 && { refreshExpiresAt: new Date(Date.now() + refreshSeconds * 1000) }),
    ...(seconds > 0 && { accessExpiresAt: new Date(Date.now() + seconds * 1000) }),
  };
}
