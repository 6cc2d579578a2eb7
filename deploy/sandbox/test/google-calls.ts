import { credentials } from '../src/credentials.ts';
import type { RunningSandbox } from '../src/start.ts';
import { consent } from './consent.ts';
import { type ApiResponse, call } from './social.ts';

const { google } = credentials;
const redirectUri = 'http://localhost:8080/callback';

/** The product's OAuth clients at Google, by name. */
export const googleClients = {
  signIn: { client_id: google.clientId, client_secret: google.clientSecret },
  drive: { client_id: google.driveClientId, client_secret: google.driveClientSecret },
  youtube: { client_id: google.youtubeClientId, client_secret: google.youtubeClientSecret },
};
type ClientName = keyof typeof googleClients;

export const scopeOf = (name: string): string => `https://www.googleapis.com/auth/${name}`;

/** The fields of Google's error envelope that clients read. */
export const googleError = (code: number, reason: string, more: object = {}): object => ({
  error: { code, errors: [{ reason }], ...more },
});

export interface GoogleCalls {
  /** Consents to these scopes. @returns the code */
  code(client: ClientName, scopes: readonly string[], more?: Record<string, string>): Promise<string>;
  /** Calls the token endpoint. */
  token(form: Record<string, string>): Promise<ApiResponse>;
  exchange(client: ClientName, code: string, more?: Record<string, string>): Promise<ApiResponse>;
  /** An access token of a person for these scopes. */
  grant(client: ClientName, scopes: readonly string[], person?: { email: string; channel?: string }): Promise<string>;
  /** An access token of the operator's Drive. */
  operator(): Promise<string>;
  api(
    path: string,
    token: string,
    method?: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
  /** Begins a resumable upload. */
  start(
    path: string,
    token: string,
    metadata: unknown,
    size: number,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
  /** Sends bytes, or an empty body to read the state. */
  chunk(session: ApiResponse, range: string, bytes?: Uint8Array<ArrayBuffer>): Promise<ApiResponse>;
}

/** Calls to Google by `fetch`, as its own clients send them. */
export function googleCalls(sandbox: () => RunningSandbox): GoogleCalls {
  const root = () => sandbox().origins.server('google');
  const ada = { email: 'ada.marlow@example.com', channel: 'Marlow Studio' };

  const codeFor = async (
    client: ClientName,
    scopes: readonly string[],
    more: Record<string, string>,
    person: { email: string; channel?: string },
  ) => {
    const query = new URLSearchParams({
      client_id: googleClients[client].client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      access_type: 'offline',
      prompt: 'consent',
      scope: scopes.join(' '),
      ...more,
    });
    return (await consent(`${root()}/o/oauth2/v2/auth?${query}`, person)).get('code') ?? '';
  };
  const token: GoogleCalls['token'] = (form) =>
    call(`${root()}/token`, { method: 'POST', body: new URLSearchParams(form) });
  const exchange: GoogleCalls['exchange'] = (client, code, more = {}) =>
    token({ ...googleClients[client], grant_type: 'authorization_code', redirect_uri: redirectUri, code, ...more });
  const api: GoogleCalls['api'] = (path, bearer, method = 'GET', body = undefined, headers = {}) =>
    call(`${root()}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  return {
    code: (client, scopes, more = {}) => codeFor(client, scopes, more, ada),
    token,
    exchange,
    grant: async (client, scopes, person = ada) =>
      (await exchange(client, await codeFor(client, scopes, {}, person))).json.access_token,
    operator: async () =>
      (await token({ ...googleClients.drive, grant_type: 'refresh_token', refresh_token: google.driveRefreshToken }))
        .json.access_token,
    api,
    start: (path, bearer, metadata, size, headers = {}) =>
      api(path, bearer, 'POST', metadata, {
        'x-upload-content-type': 'video/mp4',
        'x-upload-content-length': String(size),
        ...headers,
      }),
    chunk: (session, range, bytes) =>
      call(session.headers.get('location') ?? '', {
        method: 'PUT',
        headers: { 'content-range': range },
        ...(bytes ? { body: bytes } : {}),
      }),
  };
}
