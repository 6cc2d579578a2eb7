import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createIdTokenReader } from './id-token.ts';

const CLIENT = 'our-client';
const NONCE = 'of-this-sign-in';
let published: Server;
let read: ReturnType<typeof createIdTokenReader>;
let keys: GenerateKeyPairResult;
let others: GenerateKeyPairResult;
beforeAll(async () => {
  [keys, others] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  published = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] }))).listen(
    0,
    '127.0.0.1',
  );
  await once(published, 'listening');
  const { port } = published.address() as AddressInfo;
  read = createIdTokenReader({ certsUrl: `http://127.0.0.1:${port}/certs`, clientId: CLIENT });
});
afterAll(() => {
  published.close();
});

const seconds = () => Math.floor(Date.now() / 1000);
const good = (): JWTPayload => ({
  iss: 'https://accounts.google.com',
  aud: CLIENT,
  sub: '110169484474386276334',
  email: 'ada@example.com',
  email_verified: true,
  nonce: NONCE,
  iat: seconds(),
  exp: seconds() + 3600,
});
const signed = (claims: JWTPayload, key = keys.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(key);
const refused = (token: string | undefined, nonce = NONCE) =>
  expect(read(token, nonce)).rejects.toMatchObject({ code: 'GOOGLE_TOKEN_INVALID' });

describe('an ID token', () => {
  it('identifies a person', async () => {
    expect(await read(await signed(good()), NONCE)).toMatchObject({
      iss: 'https://accounts.google.com',
      sub: '110169484474386276334',
      email: 'ada@example.com',
    });
    const short = await signed({ ...good(), iss: 'accounts.google.com' });
    expect((await read(short, NONCE)).iss).toBe('https://accounts.google.com');
  });

  it('[ASVS 6.8.2] is refused when Google has not signed it', async () => {
    const token = await signed(good());
    const [head, , tail] = token.split('.');
    const changed = Buffer.from(JSON.stringify({ ...good(), sub: '1' })).toString('base64url');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    await refused(await signed(good(), others.privateKey));
    await refused(`${head}.${changed}.${tail}`);
    await refused(`${unsigned}.${changed}.`);
    await refused(undefined);
  });

  it('[ASVS 10.5.3] is refused when another issuer made it', async () => {
    await refused(await signed({ ...good(), iss: 'https://accounts.google.com.example' }));
    await refused(await signed({ ...good(), iss: 'https://id.example.com' }));
  });

  it('[ASVS 10.5.4] is refused when it was made for another client', async () => {
    await refused(await signed({ ...good(), aud: 'their-client' }));
    await refused(await signed({ ...good(), aud: ['their-client', CLIENT] }));
  });

  it('[ASVS 10.5.1] is refused when it belongs to another sign-in, or to none', async () => {
    await refused(await signed({ ...good(), nonce: 'of-another' }));
    const { nonce: _, ...without } = good();
    await refused(await signed(without));
    await refused(await signed(without), '');
  });

  it('is refused when it has expired', async () => {
    await refused(await signed({ ...good(), iat: seconds() - 7200, exp: seconds() - 3600 }));
  });
});
