import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { lowercaseToken } from '../../core/ids.ts';
import type { Store } from '../../core/store.ts';

interface SavedKey {
  id: string;
  privateKey: string;
}

export interface SigningKey {
  /** A compact RS256 token. */
  signed(claims: Record<string, unknown>): string;
  jwks(): { keys: JsonWebKey[] };
  /** Key id to public key in PEM. */
  pem(): Record<string, string>;
}

/** The key id tokens are signed with, made at first use and kept over restarts. */
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
