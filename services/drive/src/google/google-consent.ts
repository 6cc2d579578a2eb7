import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import { request } from 'undici';
import { DriveFailure } from './drive-failure.ts';
import { responseOfCall } from './drive-response.ts';

/** Only files that this client made: no other file of the person can be seen. */
const SCOPE = 'https://www.googleapis.com/auth/drive.file';
const TIMEOUT_MS = 10_000;

export interface ConsentSettings {
  /** Browser-facing origin of Google's consent page. */
  readonly accountsUrl: string;
  /** Origin of the endpoints for tokens and revocations. */
  readonly oauthUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Our address that the browser returns to. */
  readonly redirectUri: string;
}

/** Google's consent for a person's own Drive: its page, the exchange of its code, the end of a grant. */
export interface GoogleConsent {
  pageUrl(given: { state: string; challenge: string }): string;
  /** @returns the refresh token; undefined without access to Drive @throws DriveFailure */
  exchange(given: { code: string; verifier: string }, signal: AbortSignal): Promise<string | undefined>;
  /** Ends a grant; succeeds if Google no longer knows it. @throws DriveFailure */
  revoke(refreshToken: string, signal: AbortSignal): Promise<void>;
}

export function createGoogleConsent(settings: ConsentSettings): GoogleConsent {
  const { accountsUrl, oauthUrl, clientId, clientSecret, redirectUri } = settings;
  const client = new OAuth2Client({
    clientId,
    clientSecret,
    redirectUri,
    endpoints: {
      oauth2AuthBaseUrl: new URL('/o/oauth2/v2/auth', accountsUrl).href,
      oauth2TokenUrl: new URL('/token', oauthUrl).href,
    },
    transporterOptions: { timeout: TIMEOUT_MS },
  });

  return {
    pageUrl: ({ state, challenge }) =>
      client.generateAuthUrl({
        access_type: 'offline',
        // `consent` makes Google issue a refresh token again on a reconnect.
        prompt: 'consent select_account',
        scope: SCOPE,
        include_granted_scopes: false,
        state,
        code_challenge: challenge,
        code_challenge_method: CodeChallengeMethod.S256,
      }),
    async exchange({ code, verifier }, signal) {
      const response = await responseOfCall(signal, async () => {
        const { tokens } = await client.getToken({ code, codeVerifier: verifier });
        return { status: 200, headers: {}, data: tokens };
      });
      const { refresh_token: refreshToken, scope } = response.body as { refresh_token?: string; scope?: string };
      if (!scope?.split(' ').includes(SCOPE)) return undefined;
      if (!refreshToken) throw new DriveFailure('DRIVE_UNAVAILABLE', 'the response has no refresh token');
      return refreshToken;
    },
    // Not by the library, which puts the token into an address.
    async revoke(refreshToken, signal) {
      const { status, text } = await post(new URL('/revoke', oauthUrl), { token: refreshToken }, signal);
      const isDone = status === 200 && /^\s*(\{\s*\})?\s*$/.test(text);
      const isUnknown = status === 400 && text.includes('"invalid_token"');
      if (!isDone && !isUnknown) throw new DriveFailure('DRIVE_UNAVAILABLE', `${status}: ${text.slice(0, 300)}`);
    },
  };
}

async function post(
  url: URL,
  form: Record<string, string>,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  try {
    const { statusCode: status, body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return { status, text: await body.text() };
  } catch (error) {
    signal.throwIfAborted();
    throw new DriveFailure('DRIVE_UNAVAILABLE', error);
  }
}
