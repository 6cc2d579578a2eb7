import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, sign, verify } from 'node:crypto';
import { lowercaseToken } from '../../core/ids.ts';
import type { Store } from '../../core/store.ts';

interface SavedKey {
  id: string;
  privateKey: string;
}

export interface SigningKey {
  /** Signs a compact RS256 token. */
  signed(claims: Record<string, unknown>): string;
  /** The claims of a token signed here; undefined for another or an expired one. */
  claimsOf(token: string, now: Date): Record<string, unknown> | undefined;
  jwks(): { keys: JsonWebKey[] };
  /** The public keys in PEM, by key id. */
  pem(): Record<string, string>;
}

/** The key that signs ID tokens, created at its first use and kept over restarts. */
export function signingKey(store: Store): SigningKey {
  const saved = store.collection<SavedKey>('google-signing-keys');
  const present = (): SavedKey => {
    const [key] = saved.all();
    if (key) return key;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return saved.put({
      id: lowercaseToken(40),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    });
  };
  const publicKey = (key: SavedKey) => createPublicKey(key.privateKey);

  return {
    signed: (claims) => {
      const key = present();
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const content = `${part({ alg: 'RS256', kid: key.id, typ: 'JWT' })}.${part(claims)}`;
      return `${content}.${sign('sha256', Buffer.from(content), createPrivateKey(key.privateKey)).toString('base64url')}`;
    },
    claimsOf: (token, now) => {
      const [header = '', claims = '', signature = ''] = token.split('.');
      const signed = Buffer.from(`${header}.${claims}`);
      if (!verify('sha256', signed, publicKey(present()), Buffer.from(signature, 'base64url'))) return undefined;
      const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
      return Number(read.exp) * 1000 > now.getTime() ? read : undefined;
    },
    jwks: () => {
      const key = present();
      return { keys: [{ ...publicKey(key).export({ format: 'jwk' }), kid: key.id, use: 'sig', alg: 'RS256' }] };
    },
    pem: () => {
      const key = present();
      return { [key.id]: publicKey(key).export({ type: 'spki', format: 'pem' }).toString() };
    },
  };
}
