import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIdentitySigner } from '@reelwright/identity';
import { exportJWK, generateKeyPair } from 'jose';

export interface TestIdentity {
  readonly jwksFile: string;
  /** The private key file of one of the named services. */
  keyFile(service: string): string;
  /** Headers the gateway would send for a signed-in user, by default to the first of the named services. */
  asUser(userId: string, aud?: string): Promise<{ 'x-auth-identity': string }>;
  asPartner(userId: string, keyId: string): Promise<{ 'x-auth-identity': string }>;
  asAdmin(): Promise<{ 'x-auth-identity': string }>;
  /** The token that one service sends to another. */
  asService(service: string, aud: string, actingFor?: string): Promise<string>;
  remove(): void;
}

/** Makes keys for `auth` and the named services in a folder of their own. */
export async function createTestIdentity(services: readonly string[]): Promise<TestIdentity> {
  const folder = mkdtempSync(join(tmpdir(), 'identity-'));
  const keyFile = (service: string) => join(folder, `${service}.jwk.json`);
  const jwksFile = join(folder, 'jwks.json');
  const keys: object[] = [];
  for (const service of new Set(['auth', ...services])) {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const kid = `${service}-1`;
    writeFileSync(keyFile(service), JSON.stringify({ ...(await exportJWK(privateKey)), kid, alg: 'EdDSA' }));
    keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' });
  }
  writeFileSync(jwksFile, JSON.stringify({ keys }));
  const [ownService = 'auth'] = services;
  const auth = createIdentitySigner({ issuer: 'auth', keyFile: keyFile('auth') });
  return {
    jwksFile,
    keyFile,
    asUser: async (userId, aud = ownService) => ({
      'x-auth-identity': await auth.sign({ aud, sub: userId, cred: 'session' }),
    }),
    asPartner: async (userId, keyId) => ({
      'x-auth-identity': await auth.sign({ aud: ownService, sub: userId, cred: 'api_key', scopes: [`key:${keyId}`] }),
    }),
    asAdmin: async () => ({ 'x-auth-identity': await auth.sign({ aud: ownService, sub: 'admin', cred: 'admin' }) }),
    asService: async (service, aud, actingFor) =>
      createIdentitySigner({ issuer: service, keyFile: keyFile(service) }).sign({
        aud,
        sub: `svc:${service}`,
        cred: 'service',
        ...(actingFor && { actingFor }),
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
