import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AppError } from '@reelwright/errors';
import { ownerOf } from './owner.ts';

interface Key extends JsonWebKey {
  readonly kid?: unknown;
}

/**
 * Whether a service can sign so that others accept it, as far as its own files say.
 * @throws AppError IDENTITY_KEYS_WRONG, which names the setting and says what to do
 */
export function requireIdentityKeys(options: { issuer: string; keyFile: string; jwksFile: string }): void {
  const { issuer } = options;
  const wanted = `the private key of ${issuer}, an Ed25519 key as a JWK`;
  const key = read('IDENTITY_KEY_FILE', options.keyFile, wanted) as Key | null;
  const privateKey = privateKeyOf(key);
  if (!privateKey) throw wrong(`the file of IDENTITY_KEY_FILE has no private Ed25519 key: it must be ${wanted}`);
  if (typeof key?.kid !== 'string' || ownerOf(key.kid) !== issuer) {
    const found = typeof key?.kid === 'string' ? `the kid '${key.kid}'` : 'no kid';
    throw wrong(`the key of IDENTITY_KEY_FILE has ${found}: it must be that of ${issuer}, such as '${issuer}-1'`);
  }
  const all = 'the public keys of all services, a JWK Set';
  const { keys } = (read('IDENTITY_JWKS_FILE', options.jwksFile, all) ?? {}) as { keys?: unknown };
  if (!Array.isArray(keys)) throw wrong(`the file of IDENTITY_JWKS_FILE has no keys: it must be ${all}`);
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const published = keys.filter((other) => other?.kid === key.kid);
  if (published.length === 0) {
    throw wrong(`IDENTITY_JWKS_FILE has no key '${key.kid}': add the public half of IDENTITY_KEY_FILE to it first`);
  }
  if (!published.some((other) => other.crv === 'Ed25519' && other.x === x)) {
    throw wrong(`the key '${key.kid}' of IDENTITY_JWKS_FILE is not the public half of IDENTITY_KEY_FILE: replace one`);
  }
}

const wrong = (message: string) => new AppError('UNAVAILABLE', 'IDENTITY_KEYS_WRONG', message);

function read(setting: string, file: string, wanted: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrong(`the file of ${setting} can't be read (${code}): it must be ${wanted}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    const found = text.includes('-----BEGIN ') ? 'PEM' : 'no JSON';
    throw wrong(`the file of ${setting} is ${found}: it must be ${wanted}`);
  }
}

function privateKeyOf(key: Key | null): KeyObject | undefined {
  try {
    const privateKey = createPrivateKey({ key: key ?? {}, format: 'jwk' });
    return privateKey.asymmetricKeyType === 'ed25519' ? privateKey : undefined;
  } catch {
    return undefined;
  }
}
