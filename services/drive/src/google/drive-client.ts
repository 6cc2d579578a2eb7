import { OAuth2Client } from 'google-auth-library';
import { drive, type drive_v3 } from 'googleapis/build/src/apis/drive/index.js';

export interface DriveSettings {
  /** Origin of the Drive API. */
  readonly root: string;
  /** Origin of Google's token endpoint. */
  readonly oauthUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The operator's grant. */
  readonly refreshToken: string;
}

/** Google's client of Drive v3, and its grant for the one call that the client lacks: opening an upload. */
export interface DriveClient {
  readonly api: drive_v3.Drive;
  readonly auth: OAuth2Client;
  /** Origin of the Drive API. */
  readonly root: string;
}

const TIMEOUT_MS = 10_000;

/**
 * Access tokens are fetched when needed and cached until shortly before they expire. If Google rejects a token earlier,
 * it is replaced and the call repeated once. Nothing else is retried here; the workers retry with their own waits.
 */
export function createDriveClient({
  root,
  oauthUrl,
  clientId,
  clientSecret,
  refreshToken,
}: DriveSettings): DriveClient {
  const auth = new OAuth2Client({
    clientId,
    clientSecret,
    endpoints: { oauth2TokenUrl: new URL('/token', oauthUrl).href },
    forceRefreshOnFailure: true,
    transporterOptions: { timeout: TIMEOUT_MS },
  });
  auth.setCredentials({ refresh_token: refreshToken });
  return { api: drive({ version: 'v3', auth, rootUrl: root, retry: false, timeout: TIMEOUT_MS }), auth, root };
}
