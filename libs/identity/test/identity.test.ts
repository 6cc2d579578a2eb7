import { rmSync } from 'node:fs';
import { createIdentitySigner, createIdentityVerifier, type IdentityVerifier } from '../src/index.ts';
import { AUDIENCE, createKeyFolder, forge } from './keys.ts';

const invalid = expect.objectContaining({ kind: 'UNAUTHENTICATED', code: 'IDENTITY_INVALID' });
const seconds = () => Math.floor(Date.now() / 1000);

describe('an identity token', () => {
  const folder = createKeyFolder();
  type Key = Awaited<ReturnType<typeof folder.newKey>>;
  let auth: Key;
  let billing: Key;
  let api: Key;
  let verifier: IdentityVerifier;

  beforeAll(async () => {
    auth = await folder.newKey('auth-1');
    billing = await folder.newKey('billing-1');
    api = await folder.newKey('external-api-1');
    await folder.publish(auth, billing, api);
    verifier = createIdentityVerifier({ jwksFile: folder.jwksFile });
  });
  afterAll(() => folder.remove());

  const sign = (key: Key, issuer: string) => createIdentitySigner({ issuer, keyFile: key.keyFile });

  it('of auth proves who a person is', async () => {
    const token = await sign(auth, 'auth').sign({ aud: AUDIENCE, sub: 'u1', cred: 'session' });
    expect(await verifier.verify(token, AUDIENCE)).toEqual({
      subject: 'u1',
      credential: 'session',
      scopes: [],
      userId: 'u1',
      service: undefined,
    });
  });

  it("of auth proves which partner's key calls, and whose it is", async () => {
    const token = await sign(auth, 'auth').sign({ aud: AUDIENCE, sub: 'u1', cred: 'api_key', scopes: ['key:7'] });
    expect(await verifier.verify(token, AUDIENCE)).toMatchObject({
      userId: 'u1',
      credential: 'api_key',
      scopes: ['key:7'],
    });
  });

  it('of an admin belongs to no account', async () => {
    const token = await sign(auth, 'auth').sign({ aud: AUDIENCE, sub: 'admin', cred: 'admin' });
    expect(await verifier.verify(token, AUDIENCE)).toMatchObject({
      credential: 'admin',
      userId: undefined,
      service: undefined,
    });
  });

  it('of a service proves that service and names the user it acts for', async () => {
    const token = await sign(api, 'external-api').sign({
      aud: AUDIENCE,
      sub: 'svc:external-api',
      cred: 'service',
      actingFor: 'u9',
    });
    expect(await verifier.verify(token, AUDIENCE)).toMatchObject({
      service: 'external-api',
      userId: 'u9',
      credential: 'service',
    });
  });

  it('is valid for a minute at most, whatever was requested', async () => {
    const token = await sign(auth, 'auth').sign({ aud: AUDIENCE, sub: 'u1', cred: 'session' }, 3_600);
    const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(exp - iat).toBe(60);
  });

  it.each<[string, () => Promise<string>]>([
    ['is signed by a service but claims a session', () => forge(billing.pair, { kid: 'billing-1' })],
    ['is signed by a service in the name of auth', () => forge(billing.pair, { kid: 'billing-1' }, { iss: 'auth' })],
    [
      'is signed by a service for a session of its own issue',
      () => forge(billing.pair, { kid: 'billing-1' }, { iss: 'billing' }),
    ],
    [
      'is signed by a service for an admin',
      () => forge(billing.pair, { kid: 'billing-1' }, { iss: 'billing', cred: 'admin', sub: 'admin' }),
    ],
    [
      'is signed by one service in the name of another',
      () => forge(billing.pair, { kid: 'billing-1' }, { iss: 'billing', cred: 'service', sub: 'svc:external-api' }),
    ],
    [
      'names a service as issuer whose key it does not have',
      () =>
        forge(billing.pair, { kid: 'billing-1' }, { iss: 'external-api', cred: 'service', sub: 'svc:external-api' }),
    ],
    ['names the key of auth but is signed by another', () => forge(billing.pair, { kid: 'auth-1' })],
    ['names an unknown key', () => forge(auth.pair, { kid: 'auth-2' })],
    ['names no key', () => forge(auth.pair, {} as never)],
    ['is for another audience', () => forge(auth.pair, { kid: 'auth-1' }, { aud: 'elsewhere' })],
    ['has expired', () => forge(auth.pair, { kid: 'auth-1' }, { iat: seconds() - 70, exp: seconds() - 10 })],
    ['has no expiry', () => forge(auth.pair, { kid: 'auth-1' }, { exp: undefined })],
    [
      'is older than a minute, although it claims to be valid for an hour',
      () => forge(auth.pair, { kid: 'auth-1' }, { iat: seconds() - 70, exp: seconds() + 3_600 }),
    ],
    ['comes from the future', () => forge(auth.pair, { kid: 'auth-1' }, { iat: seconds() + 30, exp: seconds() + 60 })],
    ['names no credential', () => forge(auth.pair, { kid: 'auth-1' }, { cred: undefined })],
    ['was changed after signing', async () => `${(await forge(auth.pair, { kid: 'auth-1' })).slice(0, -6)}AAAAAA`],
    [
      'is not signed',
      async () =>
        `${Buffer.from('{"alg":"none","kid":"auth-1"}').toString('base64url')}.${(await forge(auth.pair, { kid: 'auth-1' })).split('.')[1]}.`,
    ],
    ['is empty', async () => ''],
    ['is no token', async () => 'u1'],
  ])('[ASVS 9.1.1] [ASVS 9.2.1] that %s is rejected', async (_what, make) => {
    await expect(verifier.verify(await make(), AUDIENCE)).rejects.toEqual(invalid);
  });

  it('[ASVS 9.2.3] is valid at the service it was issued for and at no other, even after that service accepted it', async () => {
    const token = await sign(auth, 'auth').sign({ aud: 'billing', sub: 'u1', cred: 'session' });
    expect(await verifier.verify(token, 'billing')).toMatchObject({ userId: 'u1' });
    for (const other of ['drive', 'billin', 'billing ', '']) {
      await expect(verifier.verify(token, other)).rejects.toEqual(invalid);
    }
  });

  it('that was valid is rejected once it is older than a minute plus the clock difference', async () => {
    let now = Date.now();
    const aging = createIdentityVerifier({ jwksFile: folder.jwksFile, now: () => now });
    const token = await forge(auth.pair, { kid: 'auth-1' }, { exp: seconds() + 3_600 });
    await aging.verify(token, AUDIENCE);
    now += 62_000;
    await aging.verify(token, AUDIENCE);
    now += 6_000;
    await expect(aging.verify(token, AUDIENCE)).rejects.toEqual(invalid);
  });
});

describe('the key file', () => {
  const folder = createKeyFolder();
  afterAll(() => folder.remove());

  it('is read again when it changes: new keys are valid, old ones are not, also for tokens that were verified before', async () => {
    const [oldKey, newKey] = [await folder.newKey('auth-1'), await folder.newKey('auth-2')];
    await folder.publish(oldKey);
    let now = Date.now();
    const verifier = createIdentityVerifier({ jwksFile: folder.jwksFile, now: () => now });
    const oldToken = await forge(oldKey.pair, { kid: 'auth-1' });
    const newToken = await forge(newKey.pair, { kid: 'auth-2' });
    await verifier.verify(oldToken, AUDIENCE);
    await expect(verifier.verify(newToken, AUDIENCE)).rejects.toEqual(invalid);

    await folder.publish(newKey);
    now += 2_001;
    expect(await verifier.verify(newToken, AUDIENCE)).toMatchObject({ userId: 'u1' });
    await expect(verifier.verify(oldToken, AUDIENCE)).rejects.toEqual(invalid);
  });

  it('is changed before a private key is replaced, and after: no token of a process with either key is refused', async () => {
    const [oldKey, newKey] = [await folder.newKey('billing-1'), await folder.newKey('billing-2')];
    await folder.publish(oldKey);
    let now = Date.now();
    // Two services that read the file at different times.
    const verifiers = [0, 900].map((late) =>
      createIdentityVerifier({ jwksFile: folder.jwksFile, now: () => now + late }),
    );
    const process = ({ keyFile }: { keyFile: string }) => createIdentitySigner({ issuer: 'billing', keyFile });
    let running = [process(oldKey), process(oldKey)];
    const callAll = async () => {
      for (const signer of running) {
        const token = await signer.sign({ aud: AUDIENCE, sub: 'svc:billing', cred: 'service' });
        for (const verifier of verifiers) {
          expect(await verifier.verify(token, AUDIENCE)).toMatchObject({ service: 'billing' });
        }
      }
    };
    const sign = () => running[0]?.sign({ aud: AUDIENCE, sub: 'svc:billing', cred: 'service' });
    await callAll();
    await folder.publish(oldKey, newKey);
    await callAll();
    now += 2_001; // every service has read the file
    running = [process(newKey), process(oldKey)];
    await callAll();
    running = [process(newKey), process(newKey)];
    await callAll();
    await folder.publish(newKey); // a minute after the last token of the old key
    now += 2_001;
    await callAll();
    running = [process(oldKey)];
    await expect(verifiers[0]?.verify((await sign()) ?? '', AUDIENCE)).rejects.toEqual(invalid);
  });

  it('that cannot be read for a moment leaves its last keys valid', async () => {
    const key = await folder.newKey('auth-3');
    await folder.publish(key);
    let now = Date.now();
    const verifier = createIdentityVerifier({ jwksFile: folder.jwksFile, now: () => now });
    await verifier.verify(await forge(key.pair, { kid: 'auth-3' }), AUDIENCE);

    folder.write('{"keys":[{"kt');
    now += 2_001;
    expect(await verifier.verify(await forge(key.pair, { kid: 'auth-3' }), AUDIENCE)).toMatchObject({ userId: 'u1' });
    rmSync(folder.jwksFile);
    now += 2_001;
    expect(await verifier.verify(await forge(key.pair, { kid: 'auth-3' }, { sub: 'u2' }), AUDIENCE)).toMatchObject({
      userId: 'u2',
    });

    const next = await folder.newKey('auth-4');
    await folder.publish(next);
    now += 2_001;
    expect(await verifier.verify(await forge(next.pair, { kid: 'auth-4' }), AUDIENCE)).toMatchObject({ userId: 'u1' });
  });
});
