import { timingSafeEqual } from 'node:crypto';
import { credentials } from '../../credentials.ts';
import { oauthError } from '../errors.ts';

export interface Client {
  id: string;
  secret: string;
  name: string;
}

const { google } = credentials;
const clients: readonly Client[] = [
  { id: google.clientId, secret: google.clientSecret, name: 'Reelwright' },
  { id: google.driveClientId, secret: google.driveClientSecret, name: 'Reelwright Drive' },
  { id: google.youtubeClientId, secret: google.youtubeClientSecret, name: 'Reelwright' },
];

export function findClient(id: string | undefined): Client | undefined {
  return clients.find((client) => client.id === id);
}

/** Authenticates the client of a token request, from the Basic header or the form. @throws `invalid_client`, `invalid_request` */
export function requireClient(authorization: string | undefined, form: Record<string, string | undefined>): Client {
  let [id, secret] = [form.client_id, form.client_secret];
  if (authorization?.startsWith('Basic ')) {
    const [user = '', password = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
    [id, secret] = [decodeURIComponent(user), decodeURIComponent(password)];
  }
  if (!id) throw oauthError(400, 'invalid_request', 'Could not determine client ID from request.');
  const client = findClient(id);
  if (!client) throw oauthError(401, 'invalid_client', 'The OAuth client was not found.');
  if (!secret) throw oauthError(400, 'invalid_request', 'client_secret is missing.');
  const [actual, expected] = [Buffer.from(secret), Buffer.from(client.secret)];
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw oauthError(401, 'invalid_client', 'Unauthorized');
  return client;
}

/** Whether a redirect address is allowed: https anywhere, http only on this machine, no fragment. */
export function mayRedirect(uri: string | undefined): boolean {
  if (uri === undefined || !URL.canParse(uri)) return false;
  const { protocol, hostname, hash } = new URL(uri);
  if (hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}
