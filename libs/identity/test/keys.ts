import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The service that the tokens of these tests are for. */
export const AUDIENCE = 'scheduling';

type Key = Awaited<ReturnType<typeof generateKeyPair>>;

/** A folder with key files, as in a deployment, whose keys a test may also sign with by hand. */
export function createKeyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const jwksFile = join(folder, 'jwks.json');
  let writes = 0;

  return {
    jwksFile,
    async newKey(kid: string): Promise<{ kid: string; pair: Key; keyFile: string }> {
      const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
      const keyFile = join(folder, `${kid}.jwk.json`);
      writeFileSync(keyFile, JSON.stringify({ ...(await exportJWK(pair.privateKey)), kid, alg: 'EdDSA' }));
      return { kid, pair, keyFile };
    },
    async publish(...keys: readonly { kid: string; pair: Key }[]): Promise<void> {
      const published = keys.map(async ({ kid, pair }) => ({
        ...(await exportJWK(pair.publicKey)),
        kid,
        alg: 'EdDSA',
        use: 'sig',
      }));
      this.write(JSON.stringify({ keys: await Promise.all(published) }));
    },
    /** Each write gets a different modification time, even within one tick of the file system. */
    write(text: string): void {
      writeFileSync(jwksFile, text);
      utimesSync(jwksFile, new Date(), new Date(Date.now() + ++writes * 1_000));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A valid session token of auth, with the changes of the test. */
export async function forge(
  pair: Key,
  header: { kid: string; alg?: string },
  claims: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iss: 'auth', aud: AUDIENCE, sub: 'u1', cred: 'session', iat: now, exp: now + 60, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', ...header })
    .sign(pair.privateKey);
}
