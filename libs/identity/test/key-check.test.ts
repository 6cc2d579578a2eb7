import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireIdentityKeys } from '../src/index.ts';
import { createKeyFolder } from './keys.ts';

describe('the identity keys of a service', () => {
  const folder = createKeyFolder();
  afterAll(() => folder.remove());
  type Key = Awaited<ReturnType<typeof folder.newKey>>;
  let billing: Key;
  let next: Key;
  let auth: Key;
  beforeAll(async () => {
    billing = await folder.newKey('billing-1');
    next = await folder.newKey('billing-2');
    auth = await folder.newKey('auth-1');
  });
  beforeEach(() => folder.publish(auth, billing));

  const check = (change: Partial<Parameters<typeof requireIdentityKeys>[0]> = {}) =>
    requireIdentityKeys({ issuer: 'billing', keyFile: billing.keyFile, jwksFile: folder.jwksFile, ...change });
  const file = (content: string | object) => {
    const path = join(folder.jwksFile, '../other.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const refused = (message: string) =>
    expect.objectContaining({ code: 'IDENTITY_KEYS_WRONG', message: expect.stringContaining(message) });

  it('are accepted, also while the set has an older one too', async () => {
    expect(() => check()).not.toThrow();
    await folder.publish(auth, billing, next);
    expect(() => check({ keyFile: next.keyFile })).not.toThrow();
  });

  it.each<[string, () => Parameters<typeof check>[0], string]>([
    ['no file', () => ({ keyFile: '/nowhere.json' }), "the file of IDENTITY_KEY_FILE can't be read (ENOENT)"],
    ['no file of the set', () => ({ jwksFile: '/nowhere' }), "the file of IDENTITY_JWKS_FILE can't be read (ENOENT)"],
    [
      'a PEM',
      () => ({ keyFile: file(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })) }),
      'the file of IDENTITY_KEY_FILE is PEM: it must be the private key of billing, an Ed25519 key as a JWK',
    ],
    ['an empty file', () => ({ jwksFile: file('') }), 'the file of IDENTITY_JWKS_FILE is no JSON'],
    ['null', () => ({ keyFile: file('null') }), 'the file of IDENTITY_KEY_FILE has no private Ed25519 key'],
    ['the set as its key', () => ({ keyFile: folder.jwksFile }), 'IDENTITY_KEY_FILE has no private Ed25519 key'],
    ['its key as the set', () => ({ jwksFile: billing.keyFile }), 'IDENTITY_JWKS_FILE has no keys'],
    ['null as the set', () => ({ jwksFile: file('null') }), 'IDENTITY_JWKS_FILE has no keys'],
    [
      'a public key',
      () => ({ keyFile: file({ ...JSON.parse(readFileSync(billing.keyFile, 'utf8')), d: undefined }) }),
      'IDENTITY_KEY_FILE has no private Ed25519 key',
    ],
    [
      'a key of another type',
      () => ({
        keyFile: file(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })),
      }),
      'IDENTITY_KEY_FILE has no private Ed25519 key',
    ],
    [
      'the key of another service',
      () => ({ keyFile: auth.keyFile }),
      "the key of IDENTITY_KEY_FILE has the kid 'auth-1': it must be that of billing, such as 'billing-1'",
    ],
    [
      'a key without a kid',
      () => ({ keyFile: file({ ...JSON.parse(readFileSync(billing.keyFile, 'utf8')), kid: undefined }) }),
      'the key of IDENTITY_KEY_FILE has no kid',
    ],
    [
      'a key that the set does not have',
      () => ({ keyFile: next.keyFile }),
      "IDENTITY_JWKS_FILE has no key 'billing-2': add the public half of IDENTITY_KEY_FILE to it first",
    ],
    [
      'a key whose name the set has for another one',
      () => ({ keyFile: file({ ...JSON.parse(readFileSync(next.keyFile, 'utf8')), kid: 'billing-1' }) }),
      "the key 'billing-1' of IDENTITY_JWKS_FILE is not the public half of IDENTITY_KEY_FILE",
    ],
  ])('are refused when there is %s', (_what, change, message) => {
    expect(() => check(change())).toThrow(refused(message));
  });
});
