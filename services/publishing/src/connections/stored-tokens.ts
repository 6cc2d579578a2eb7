import type { TokenCipher } from '@reelwright/token-cipher';
import type { ConnectionRow } from '../database.ts';
import type { StoredTokens } from '../platforms/login.ts';

/** The associated data of an encrypted token: it decrypts in this column of this row only. */
export function aadOf(connectionId: string, column: 'access_token' | 'refresh_token' | 'post_token'): string {
  return `social_connections:${connectionId}:${column}`;
}

export function storedTokens(cipher: TokenCipher, connection: ConnectionRow): StoredTokens {
  const { id, access_token, refresh_token, access_expires_at, refresh_expires_at } = connection;
  return {
    accessToken: access_token ? cipher.decrypt(access_token, aadOf(id, 'access_token')) : '',
    ...(refresh_token && { refreshToken: cipher.decrypt(refresh_token, aadOf(id, 'refresh_token')) }),
    ...(access_expires_at && { accessExpiresAt: access_expires_at }),
    ...(refresh_expires_at && { refreshExpiresAt: refresh_expires_at }),
    issuedAt: connection.issued_at ?? new Date(0),
  };
}

/** The token for calls about posts: Facebook posts with the Page's own token. */
export const postingToken = (cipher: TokenCipher, connection: ConnectionRow): string =>
  connection.post_token
    ? cipher.decrypt(connection.post_token, aadOf(connection.id, 'post_token'))
    : storedTokens(cipher, connection).accessToken;
