import { OAuth2Client } from 'google-auth-library';
import { DriveFailure } from './drive-failure.ts';

export interface TokenSource {
  /** @throws DriveFailure DRIVE_ACCESS_LOST when the grant has ended, DRIVE_UNAVAILABLE when Google is not responding. */
  get(): Promise<string>;
  /** Forgets the present token: Google does not take it any more. */
  drop(): void;
}

const TIMEOUT_MS = 10_000;

/** Access tokens of the operator's grant, fetched when needed and kept until shortly before their end. */
export function createTokenSource(settings: {
  oauthUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}): TokenSource {
  const client = new OAuth2Client({
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    endpoints: { oauth2TokenUrl: new URL('/token', settings.oauthUrl).href },
    transporterOptions: { timeout: TIMEOUT_MS },
  });
  const drop = () => client.setCredentials({ refresh_token: settings.refreshToken });
  drop();

  return {
    drop,
    async get() {
      try {
        const { token } = await client.getAccessToken();
        if (token) return token;
      } catch (error) {
        throw new DriveFailure(isGrantGone(error) ? 'DRIVE_ACCESS_LOST' : 'DRIVE_UNAVAILABLE', error);
      }
      throw new DriveFailure('DRIVE_UNAVAILABLE', 'no token came');
    },
  };
}

/** RFC 6749 5.2: these do not pass by themselves. */
const FINAL = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client', 'deleted_client']);

function isGrantGone(error: unknown): boolean {
  const data = (error as { response?: { data?: { error?: unknown } } } | null)?.response?.data;
  return typeof data?.error === 'string' && FINAL.has(data.error);
}
