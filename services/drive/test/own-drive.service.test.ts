import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@reelwright/contracts';
import { credentials } from '@reelwright/sandbox/credentials';
import { eventually, tablesNaming } from '@reelwright/testing';
import { createTokenCipher } from '@reelwright/token-cipher';
import { sql } from 'kysely';
import { decryptToken, reencryptTokens } from '../src/grants/refresh-token.ts';
import { consent } from './consent.ts';
import { type Drive, emailOf, startDrive } from './harness.ts';

const { operatorEmail } = credentials.google;
const CONNECTED = '/profile?connected=drive';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({ CELL: 'b2' });
}, 60_000);
afterAll(() => drive.stop());
afterEach(() => {
  drive.sandbox.chaos.set('google', { error5xx: 0, timeoutAfterSuccess: 0, limit: null, only: '' });
});

const failed = (reason: string) => `/profile?error=drive&reason=${reason}`;
const begin = async (userId: string) => (await drive.call(userId, 'GET', '/api/drive/google/auth')).json().authUrl;
const back = async (userId: string | undefined, query: URLSearchParams) =>
  String((await drive.call(userId, 'GET', `/api/drive/google/callback?${query}`)).headers.location);
const begun = async (userId: string) => consent(await begin(userId), { account: emailOf(userId) });
const disconnect = (userId: string) => drive.call(userId, 'DELETE', '/api/drive/google');
/** Whether Google accepts a refresh token. */
async function isAccepted(refreshToken: string): Promise<boolean> {
  const { GOOGLE_OAUTH_URL: url, GOOGLE_DRIVE_CLIENT_ID: id, GOOGLE_DRIVE_CLIENT_SECRET: secret } = drive.config;
  const form = { grant_type: 'refresh_token', client_id: id, client_secret: secret, refresh_token: refreshToken };
  return (await fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams(form) })).ok;
}
const cipher = () => createTokenCipher(drive.config.TOKEN_CIPHER_KEYS);
async function tokenOf(userId: string): Promise<string> {
  const [grant] = await drive.grantsOf(userId);
  if (!grant) throw new Error('no grant');
  return decryptToken(cipher(), grant);
}

describe('a consent while the earlier grant is being revoked', () => {
  /** As if a worker had claimed the revocation, which lasts until then; the service's own worker leaves it alone. */
  async function givenRevocation(leasedMs: number): Promise<{ userId: string; until: Date }> {
    const userId = drive.newUser();
    await drive.connect(userId);
    const { rows } = await sql<{ until: Date }>`
      update drive_grants set state = 'ending', next_attempt_at = now() + interval '1 hour',
        lease_token = lease_token + 1, leased_until = clock_timestamp() + ${leasedMs} * interval '1 millisecond'
       where user_id = ${userId} returning leased_until as until`.execute(drive.db);
    return { userId, until: rows[0]?.until ?? new Date(Number.NaN) };
  }

  it('waits until it is over, since it would end the new grant too', async () => {
    const { userId, until } = await givenRevocation(1_500);
    expect(await drive.connect(userId)).toBe(CONNECTED);
    expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
  });

  it('is refused if it does not end', async () => {
    const { userId } = await givenRevocation(60_000);
    expect(await drive.connect(userId)).toBe(failed('PROVIDER_UNREACHABLE'));
  }, 20_000);

  it('keeps a revocation that is due from starting before the new grant is saved', async () => {
    const { userId } = await givenRevocation(0);
    const before = Date.now();
    expect(await drive.connect(userId)).toBe(CONNECTED);
    const [ending] = (await drive.grantsOf(userId)).filter(({ state }) => state === 'ending');
    const delayMs = (ending?.next_attempt_at?.getTime() ?? 0) - before;
    expect(delayMs).toBeGreaterThan(50_000);
    expect(delayMs).toBeLessThan(70_000);
  });
});

describe('connecting an own Drive', () => {
  it('[ASVS 8.2.1] is for signed-in users', async () => {
    for (const [method, url] of [
      ['GET', '/api/drive/google'],
      ['GET', '/api/drive/google/auth'],
      ['DELETE', '/api/drive/google'],
    ] as const) {
      expect([url, (await drive.call(undefined, method, url)).statusCode]).toEqual([url, 401]);
    }
  });

  it('asks Google for nothing but drive.file, with PKCE, and names the cell in the state', async () => {
    const { origin, searchParams } = new URL(await begin(drive.newUser()));
    expect(origin).toBe(drive.config.GOOGLE_ACCOUNTS_URL);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: drive.config.GOOGLE_DRIVE_CLIENT_ID,
      redirect_uri: `${drive.config.PUBLIC_URL}/api/drive/google/callback`,
      response_type: 'code',
      scope: 'https://www.googleapis.com/auth/drive.file',
      access_type: 'offline',
      prompt: 'consent select_account',
      include_granted_scopes: 'false',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^b2\.[\w-]{43}$/),
    });
  });

  it('shows the account that was chosen, to its user only', async () => {
    const [userId, other] = [drive.newUser(), drive.newUser()];
    expect(await drive.ownDriveOf(userId)).toEqual({
      account: null,
      waiting: 0,
      code: null,
      message: null,
      fix: null,
      nextTryAt: null,
    });
    expect(await drive.connect(userId, { account: 'nico.bianchi@example.com' })).toBe(CONNECTED);
    expect(await drive.ownDriveOf(userId)).toMatchObject({
      account: { email: 'nico.bianchi@example.com', name: 'Nico Bianchi' },
      code: null,
    });
    expect((await drive.ownDriveOf(other)).account).toBeNull();
  });

  it('[ASVS 11.5.1] stores the token encrypted, for its row only', async () => {
    const [userId, other] = [drive.newUser(), drive.newUser()];
    await drive.connect(userId);
    await drive.connect(other);
    const [[one], [two]] = [await drive.grantsOf(userId), await drive.grantsOf(other)];
    if (!one || !two) throw new Error('no grant');
    expect(one.refresh_token).toMatch(/^k1\./);
    expect(await tablesNaming(drive.db, [await tokenOf(userId)])).toEqual([]);
    expect(() => decryptToken(cipher(), { id: one.id, refresh_token: two.refresh_token })).toThrow('cannot be read');
  });

  it('denied at Google ends with a code and no grant', async () => {
    const userId = drive.newUser();
    expect(await drive.connect(userId, { account: emailOf(userId), deny: true })).toBe(failed('CONSENT_DENIED'));
    expect(await drive.grantsOf(userId)).toEqual([]);
  });

  it('with a code that Google refuses, or while Google is unavailable, ends with that code', async () => {
    const userId = drive.newUser();
    const query = await begun(userId);
    query.set('code', '4/0Anot-a-code');
    expect(await back(userId, query)).toBe(failed('SIGN_IN_REFUSED'));
    const again = await begun(userId);
    drive.sandbox.chaos.set('google', { error5xx: 1 });
    expect(await back(userId, again)).toBe(failed('PROVIDER_UNREACHABLE'));
    expect(await drive.grantsOf(userId)).toEqual([]);
  });

  it('refuses the operator’s own account, whose grant would end with it', async () => {
    const userId = drive.newUser();
    expect(await drive.connect(userId, { account: operatorEmail })).toBe(failed('SIGN_IN_REFUSED'));
    expect(await drive.grantsOf(userId)).toEqual([]);
    expect(await isAccepted(drive.config.GOOGLE_DRIVE_REFRESH_TOKEN)).toBe(true);
  });

  it('is refused for a deleted account', async () => {
    const userId = drive.newUser();
    const query = await begun(userId);
    await drive.send(events.UserDeleted, { userId, revision: 9 });
    await eventually(async () => expect((await drive.folderOf(userId))?.state).toBe('erased'));
    expect(await back(userId, query)).toBe(failed('CONSENT_EXPIRED'));
    expect((await drive.call(userId, 'GET', '/api/drive/google/auth')).statusCode).toBe(404);
    expect(await drive.grantsOf(userId)).toEqual([]);
  });
});

describe('the state of a consent for an own Drive', () => {
  it('[ASVS 10.1.2] of another user is refused, so that nobody gets videos into a stranger’s Drive', async () => {
    const [owner, other] = [drive.newUser(), drive.newUser()];
    const query = await begun(owner);
    expect(await back(other, query)).toBe(failed('CONSENT_EXPIRED'));
    expect(await back(undefined, query)).toBe(failed('SIGNED_OUT'));
    expect([await drive.grantsOf(owner), await drive.grantsOf(other)]).toEqual([[], []]);
    expect(await back(owner, query)).toBe(CONNECTED);
  });

  it('[ASVS 10.1.2] works once', async () => {
    const userId = drive.newUser();
    const query = await begun(userId);
    expect(await back(userId, query)).toBe(CONNECTED);
    expect(await back(userId, query)).toBe(failed('CONSENT_EXPIRED'));
  });

  it('[ASVS 10.1.2] that was made up, is missing or too long is refused', async () => {
    const userId = drive.newUser();
    for (const state of ['made-up', '']) {
      const query = await begun(userId);
      query.set('state', state);
      expect(await back(userId, query)).toBe(failed('CONSENT_EXPIRED'));
    }
    const long = await drive.call(userId, 'GET', `/api/drive/google/callback?state=${'x'.repeat(201)}&code=c`);
    expect(long.statusCode).toBe(400);
  });

  it('[ASVS 10.1.2] ends after ten minutes', async () => {
    const userId = drive.newUser();
    const query = await begun(userId);
    const expired = { expires_at: new Date(Date.now() - 1) };
    await drive.db.updateTable('drive_consents').set(expired).where('user_id', '=', userId).execute();
    expect(await back(userId, query)).toBe(failed('CONSENT_EXPIRED'));
  });

  it('[ASVS 10.2.1] goes with its own code only: another consent’s fails at PKCE', async () => {
    const [userId, attacker] = [drive.newUser(), drive.newUser()];
    const [own, injected] = [await begun(userId), await begun(attacker)];
    own.set('code', injected.get('code') ?? '');
    expect(await back(userId, own)).toBe(failed('SIGN_IN_REFUSED'));
    expect(await drive.grantsOf(userId)).toEqual([]);
  });
});

describe('disconnecting an own Drive', () => {
  it('revokes the grant at Google and deletes it', async () => {
    const userId = drive.newUser();
    await drive.connect(userId);
    const token = await tokenOf(userId);
    expect(await isAccepted(token)).toBe(true);
    expect((await disconnect(userId)).json()).toEqual({ success: true });
    expect((await drive.ownDriveOf(userId)).account).toBeNull();
    await eventually(async () => expect(await drive.grantsOf(userId)).toEqual([]));
    expect(await isAccepted(token)).toBe(false);
    expect((await disconnect(userId)).json()).toEqual({ success: true });
  });

  it('[ASVS 8.2.2] ends the caller’s own grant only', async () => {
    const [owner, other] = [drive.newUser(), drive.newUser()];
    await drive.connect(owner);
    await disconnect(other);
    expect(await drive.grantsOf(owner)).toMatchObject([{ state: 'active' }]);
  });

  it('[ASVS 3.5.1] is refused from another site', async () => {
    const userId = drive.newUser();
    await drive.connect(userId);
    const headers = { ...(await drive.identity.asUser(userId)), 'sec-fetch-site': 'cross-site' };
    const reply = await drive.app.inject({ method: 'DELETE', url: '/api/drive/google', headers });
    expect(reply.statusCode).toBe(403);
    expect(await drive.grantsOf(userId)).toMatchObject([{ state: 'active' }]);
  });

  it('keeps the grant at Google while another user has connected the same account', async () => {
    const [one, other] = [drive.newUser(), drive.newUser()];
    for (const userId of [one, other]) await drive.connect(userId, { account: 'shared@example.com' });
    await disconnect(one);
    await eventually(async () => expect(await drive.grantsOf(one)).toEqual([]));
    expect(await isAccepted(await tokenOf(other))).toBe(true);
  });

  it('is done here at once and at Google later, while Google is unavailable', async () => {
    const userId = drive.newUser();
    await drive.connect(userId);
    const token = await tokenOf(userId);
    drive.sandbox.chaos.set('google', { error5xx: 1, only: 'POST /revoke' });
    await disconnect(userId);
    expect((await drive.ownDriveOf(userId)).account).toBeNull();
    await eventually(async () => {
      const [grant] = await drive.grantsOf(userId);
      expect(grant?.next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 60_000);
    });
    drive.sandbox.chaos.set('google', { error5xx: 0, only: '' });
    const due = { next_attempt_at: new Date() };
    await drive.db.updateTable('drive_grants').set(due).where('user_id', '=', userId).execute();
    await eventually(async () => expect(await drive.grantsOf(userId)).toEqual([]));
    expect(await isAccepted(token)).toBe(false);
  });
});

it('another account replaces the grant, and the same one renews it', async () => {
  const userId = drive.newUser();
  await drive.connect(userId);
  const [first] = await drive.grantsOf(userId);
  await drive.connect(userId);
  expect((await drive.grantsOf(userId)).map(({ id }) => id)).toEqual([first?.id]);
  await drive.connect(userId, { account: 'nico.bianchi@example.com' });
  expect((await drive.ownDriveOf(userId)).account?.email).toBe('nico.bianchi@example.com');
  await eventually(async () => expect(await drive.grantsOf(userId)).toHaveLength(1));
  expect((await drive.grantsOf(userId))[0]?.id).not.toBe(first?.id);
});

it('grants are encrypted again with the first key of the ring', async () => {
  const userId = drive.newUser();
  await drive.connect(userId);
  const token = await tokenOf(userId);
  const next = createTokenCipher(`k2:${Buffer.alloc(32, 6).toString('base64')},${drive.config.TOKEN_CIPHER_KEYS}`);
  expect(await reencryptTokens({ db: drive.db, cipher: next })).toBeGreaterThan(0);
  expect(await reencryptTokens({ db: drive.db, cipher: next })).toBe(0);
  const [grant] = await drive.grantsOf(userId);
  expect(grant && decryptToken(next, grant)).toBe(token);
});

it('a deleted account ends the grant at Google; what is in the own Drive stays there', async () => {
  const userId = drive.newUser();
  const before = await drive.generated({ userId });
  await drive.reached(before.videoId, 'delivered');
  await drive.connect(userId);
  const token = await tokenOf(userId);
  const { videoId } = await drive.generated({ userId });
  await drive.reached(videoId, 'delivered');
  await begun(userId);
  await drive.send(events.UserDeleted, { userId, revision: 9 });
  await eventually(async () => expect((await drive.folderOf(userId))?.state).toBe('erased'), { timeoutMs: 15_000 });
  expect(await isAccepted(token)).toBe(false);
  expect(drive.drivesOf(userId)).toEqual([emailOf(userId)]);
  expect(await tablesNaming(drive.db, [userId, videoId, emailOf(userId)])).toEqual(['drive_folders']);
  const erased = await drive.db.selectFrom('outbox').select('payload').where('key', '=', userId).execute();
  expect(erased.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({
      items: [
        { kind: 'drive_folder', count: 1 },
        { kind: 'drive_video', count: 1 },
        { kind: 'upload_record', count: 2 },
        { kind: 'own_drive_access', count: 1 },
        { kind: 'video_left_in_own_drive', count: 1 },
      ],
    }),
  );
});
