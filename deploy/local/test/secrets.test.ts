import { argon2Sync, createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { SERVICES } from '../src/ports.ts';
import { ensureIdentityKeys, ensureSecrets, secretsFile } from '../src/secrets.ts';
import { createStackFolder } from './fake-stack.ts';

describe('secrets', () => {
  const folder = createStackFolder();
  afterAll(() => folder.remove());

  it('are made once and readable by their owner only', () => {
    const first = ensureSecrets(folder.run);

    expect(ensureSecrets(folder.run)).toEqual(first);
    expect(statSync(secretsFile(folder.run)).mode & 0o777).toBe(0o600);
    expect(Buffer.from(first.tokenCipherKey, 'base64')).toHaveLength(32);
  });

  it('of an older release stay, and get those that are new', () => {
    const all = ensureSecrets(folder.run);
    const { s3SecretAccessKey: _, kafkaPassword, ...old } = all;
    writeFileSync(secretsFile(folder.run), JSON.stringify(old));

    const next = ensureSecrets(folder.run);
    expect(next).toEqual({ ...old, s3SecretAccessKey: expect.any(String), kafkaPassword: expect.any(String) });
    expect(next.kafkaPassword).not.toBe(kafkaPassword);
    expect(ensureSecrets(folder.run)).toEqual(next);
  });

  it('contain the admin code and its hash', () => {
    const { adminCode, adminCodeHash } = ensureSecrets(folder.run);
    const [, name, , cost = '', salt = '', hash = ''] = adminCodeHash.split('$');
    const { m, t, p } = Object.fromEntries(cost.split(',').map((pair) => pair.split('=')));
    const again = argon2Sync('argon2id', {
      message: adminCode,
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(m),
      passes: Number(t),
      parallelism: Number(p),
      tagLength: 32,
    });

    expect(name).toBe('argon2id');
    expect(again.equals(Buffer.from(hash, 'base64'))).toBe(true);
  });

  it('give each service a key of its own, with the public halves in one file', () => {
    const files = ensureIdentityKeys(folder.run);
    const { keys } = JSON.parse(readFileSync(files.jwks, 'utf8')) as { keys: (JsonWebKey & { kid: string })[] };
    const [authKey, billingKey] = keys;
    const privateKey = createPrivateKey({ key: JSON.parse(readFileSync(files.key('auth'), 'utf8')), format: 'jwk' });
    const text = Buffer.from('a token');
    const signature = sign(null, text, privateKey);
    const fits = (key: JsonWebKey = {}) => verify(null, text, createPublicKey({ key, format: 'jwk' }), signature);

    expect(keys.map(({ kid }) => kid)).toEqual(SERVICES.map((service) => `${service}-1`));
    expect(keys.some((key) => 'd' in key)).toBe(false);
    expect(statSync(files.key('auth')).mode & 0o777).toBe(0o600);
    expect([fits(authKey), fits(billingKey)]).toEqual([true, false]);
  });
});
