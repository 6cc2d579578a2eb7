import { randomUUID } from 'node:crypto';
import { events, SubscriptionChanged } from '@reelwright/contracts';
import type { Platform } from '@reelwright/product';
import { platformProviders, emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { meaningOf } from '../src/causes/causes.ts';
import { freshConnection, refreshConnection } from '../src/connections/access-token.ts';
import { findConnection, lockSameGrant } from '../src/connections/connections.repository.ts';
import { storedTokens } from '../src/connections/stored-tokens.ts';
import type { ConnectionRow } from '../src/database.ts';
import { consent } from './consent.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('connections');
}, 60_000);
afterAll(() => publishing.stop());

async function connection(userId: string, platform: Platform): Promise<ConnectionRow> {
  const row = await findConnection(publishing.db, userId, platform);
  if (!row) throw new Error('no connection');
  return row;
}

async function list(userId: string) {
  return (await publishing.call(userId, 'GET', '/api/social-connections')).json();
}

function newUser(tier = 'pro'): string {
  const userId = randomUUID();
  publishing.neighbours.tiers.set(userId, tier);
  return userId;
}

describe('connecting', () => {
  test('[ASVS 8.2.1] a signed-out caller is refused everywhere', async () => {
    for (const [method, url] of [
      ['GET', '/api/social-connections'],
      ['GET', '/api/tiktok/auth'],
      ['DELETE', '/api/social-connections/tiktok'],
      ['GET', '/api/tiktok/settings'],
      ['GET', '/api/facebook/pages'],
      ['POST', '/api/videos/x/posts/tiktok/retry'],
    ] as const) {
      expect([url, (await publishing.call(undefined, method, url)).status]).toEqual([url, 401]);
    }
  });

  test('[ASVS 8.2.1] the free plan gets the answer that posting starts with Starter', async () => {
    const reply = await publishing.call(newUser('free'), 'GET', '/api/youtube/auth');
    expect(reply.status).toBe(403);
    expect(reply.json()).toMatchObject({
      error: 'PLAN_FEATURE',
      message: 'Posting to your accounts starts with the Starter plan.',
    });
  });

  test('a plan covers posting until the end in the event or the answer of billing', async () => {
    const now = publishing.clock.now().getTime();
    const [past, soon] = [new Date(now), new Date(now + MINUTE)];
    const mayConnect = async (userId: string) =>
      (await publishing.call(userId, 'GET', '/api/youtube/auth')).status === 200;
    const byEvent = async (entitledUntil: Date, currentPeriodEnd: Date) => {
      const userId = newUser('free');
      const subscription = { userId, tier: 'pro', entitledUntil, currentPeriodEnd, revision: 1 };
      await publishing.publish(events.SubscriptionChanged, SubscriptionChanged.fromPartial(subscription));
      await eventually(async () => {
        const rows = publishing.db.selectFrom('entitlements').selectAll().where('user_id', '=', userId);
        await rows.executeTakeFirstOrThrow();
      });
      return mayConnect(userId);
    };
    expect(await byEvent(soon, past)).toBe(true);
    expect(await byEvent(past, soon)).toBe(false);
    const byAnswer = (entitledUntil: Date) => {
      const userId = newUser();
      publishing.neighbours.ends.set(userId, entitledUntil);
      return mayConnect(userId);
    };
    expect(await byAnswer(soon)).toBe(true);
    expect(await byAnswer(past)).toBe(false);
  });

  test('[ASVS 11.5.1] tokens are stored encrypted, and the list names the connected accounts', async () => {
    const userId = await publishing.creator('tiktok', 'youtube', 'instagram');
    const row = await connection(userId, 'tiktok');
    expect(row.access_token).toMatch(/^k1\./);
    expect(storedTokens(publishing.app.engine.cipher, row).accessToken).not.toBe('');
    const connections = await list(userId);
    expect(connections).toMatchObject({
      tiktok: {
        connected: true,
        username: `u${userId.slice(0, 8)}`,
        level: 'sandbox',
        state: 'connected',
        message: null,
        setupNeeded: false,
      },
      youtube: { connected: true, channelName: 'Nico Bianchi' },
      facebook: { connected: false, state: 'none', choosePage: false },
      instagram: { connected: true, username: `u${userId.slice(0, 8)}` },
    });
  });

  test('TikTok asks for the settings sheet after the first connection', async () => {
    const userId = newUser();
    const where = await publishing.connect(userId, 'tiktok', { account: 'nico.bianchi' });
    expect(where).toBe('/social?connected=tiktok&setup=tiktok');
    const sheet = (await publishing.call(userId, 'GET', '/api/tiktok/settings')).json();
    expect(sheet).toMatchObject({ nickname: 'Nico Bianchi', settings: null });
    const choices = { allowComment: true, allowDuet: true, allowStitch: false, consent: true };
    const wrong = await publishing.call(userId, 'PUT', '/api/tiktok/settings', {
      ...choices,
      privacyLevel: 'PUBLIC_TO_EVERYONE',
    });
    expect(wrong.json()).toMatchObject({
      error: 'PRIVACY_OPTION_GONE',
      message: 'TikTok does not offer this audience for your account. Choose another.',
    });
    const unticked = await publishing.call(userId, 'PUT', '/api/tiktok/settings', {
      ...choices,
      privacyLevel: 'SELF_ONLY',
      consent: false,
    });
    expect(unticked.status).toBe(400);
    const right = await publishing.call(userId, 'PUT', '/api/tiktok/settings', {
      ...choices,
      privacyLevel: 'SELF_ONLY',
    });
    expect(right.json()).toEqual({
      privacyLevel: 'SELF_ONLY',
      allowComment: true,
      // A private account has no duets to allow.
      allowDuet: false,
      allowStitch: false,
    });
  });

  test('a choice wakes the posts that wait for it, is announced, and applies only to the consent it was made under', async () => {
    const userId = newUser();
    const account = `u${userId.slice(0, 8)}`;
    await publishing.connect(userId, 'tiktok', { account });
    const publishAt = new Date(publishing.clock.now().getTime() + 60 * MINUTE);
    const videoId = await publishing.requestVideo(userId, { publishAt });
    await eventually(async () => {
      expect((await publishing.postIn(videoId, 'tiktok', 'waiting')).code).toBe('SETUP_NEEDED');
    });
    const before = await connection(userId, 'tiktok');
    await publishing.chooseTiktok(userId);
    await eventually(async () => {
      expect((await publishing.postIn(videoId, 'tiktok', 'waiting')).code).toBeNull();
    });
    const after = await connection(userId, 'tiktok');
    expect(after.revision).toBe(before.revision + 1);
    const announced = await publishing.db.selectFrom('outbox').select('payload').where('key', '=', userId).execute();
    expect(announced.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ platform: 'tiktok', revision: after.revision }),
    );

    await publishing.connect(userId, 'tiktok', { account });
    const change = publishing.db.transaction().execute((trx) => lockSameGrant(trx, after));
    await expect(change).rejects.toMatchObject({ code: 'CONNECTION_CHANGED' });
    expect((await connection(userId, 'tiktok')).settings.tiktok).toBeDefined();
  });

  test('of several Facebook Pages the user chooses one', async () => {
    const userId = newUser();
    expect(await publishing.connect(userId, 'facebook', { account: 'ada.marlow' })).toBe('/social?choose=facebook');
    expect((await list(userId)).facebook).toMatchObject({ connected: true, choosePage: true, pageName: null });
    const { pages } = (await publishing.call(userId, 'GET', '/api/facebook/pages')).json();
    expect(pages.map(({ name }: { name: string }) => name)).toEqual(['Ada Marlow Reels', 'Marlow Bakery']);
    expect((await publishing.call(userId, 'PUT', '/api/facebook/page', { pageId: '1' })).status).toBe(404);
    const chosen = await publishing.call(userId, 'PUT', '/api/facebook/page', { pageId: pages[1].id });
    expect(chosen.json()).toEqual({ pageName: 'Marlow Bakery' });
    expect((await list(userId)).facebook).toMatchObject({ choosePage: false, pageName: 'Marlow Bakery' });
  });

  test.each([
    ['facebook', 'sam.nopages', 'NO_PAGES'],
    ['youtube', 'sam.nochannel@example.com', 'NO_CHANNEL'],
  ] as const)('%s without a Page or channel is refused with the reason', async (platform, account, reason) => {
    const where = new URL(await publishing.connect(newUser(), platform, { account }), 'http://x');
    expect(Object.fromEntries(where.searchParams)).toEqual({ error: platform, reason });
  });

  test('an unticked permission is SCOPE_MISSING, and nothing is connected', async () => {
    const userId = newUser();
    const where = new URL(
      await publishing.connect(userId, 'tiktok', { account: 'ada.marlow', untick: ['video.publish'] }),
      'http://x',
    );
    expect(where.searchParams.get('reason')).toBe('SCOPE_MISSING');
    expect((await list(userId)).tiktok.state).toBe('none');
  });

  test('Allow with every box of Google unticked is a missing permission, and Cancel is a denial', async () => {
    const account = 'ada.marlow@example.com';
    const reasonFor = async (choice: { untick?: string[]; deny?: boolean }) => {
      const where = await publishing.connect(newUser(), 'youtube', { account, ...choice });
      return new URL(where, 'http://x').searchParams.get('reason');
    };
    expect(await reasonFor({ untick: ['youtube'] })).toBe('SCOPE_MISSING');
    expect(await reasonFor({ deny: true })).toBe('CONSENT_DENIED');
  });

  test('a denied consent redirects with a code and no text', async () => {
    const where = new URL(
      await publishing.connect(newUser(), 'instagram', { account: 'ada.marlow', deny: true }),
      'http://x',
    );
    expect(where.search).toBe('?error=instagram&reason=CONSENT_DENIED');
  });
});

describe('the state of a consent', () => {
  async function begun(userId: string): Promise<URLSearchParams> {
    const { authUrl } = (await publishing.call(userId, 'GET', '/api/tiktok/auth')).json();
    return consent('tiktok', authUrl, { account: 'ada.marlow' });
  }
  const back = async (userId: string | undefined, query: URLSearchParams, platform = 'tiktok') =>
    String((await publishing.call(userId, 'GET', `/api/${platform}/callback?${query}`)).headers['location']);

  test('[ASVS 10.1.2] of another user is refused, and stays usable for its owner only', async () => {
    const [owner, other] = [newUser(), newUser()];
    const query = await begun(owner);
    expect(await back(other, query)).toContain('error=tiktok');
    expect((await list(other)).tiktok.state).toBe('none');
    expect(await back(undefined, query)).toContain('error=tiktok');
    expect(await back(owner, query)).toContain('connected=tiktok');
  });

  test('[ASVS 10.1.2] works once', async () => {
    const userId = newUser();
    const query = await begun(userId);
    expect(await back(userId, query)).toContain('connected=tiktok');
    expect(await back(userId, query)).toContain('error=tiktok&reason=CONSENT_EXPIRED');
  });

  test('[ASVS 10.1.2] belongs to one platform', async () => {
    const userId = newUser();
    const where = await back(userId, await begun(userId), 'instagram');
    expect(where).toContain('error=instagram&reason=CONSENT_EXPIRED');
  });

  test('[ASVS 10.1.2] ends after ten minutes', async () => {
    const userId = newUser();
    const query = await begun(userId);
    await publishing.db
      .updateTable('oauth_states')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', userId)
      .execute();
    expect(await back(userId, query)).toContain('error=tiktok&reason=CONSENT_EXPIRED');
  });
});

describe('tokens', () => {
  test('are refreshed once before they expire, however many callers there are', async () => {
    const userId = await publishing.creator('tiktok');
    const before = await connection(userId, 'tiktok');
    await publishing.db
      .updateTable('social_connections')
      .set({ access_expires_at: new Date(Date.now() + MINUTE) })
      .where('id', '=', before.id)
      .execute();
    const stale = await connection(userId, 'tiktok');
    const answers = await Promise.all([1, 2, 3, 4].map(() => freshConnection(publishing.app.engine, stale)));
    expect(new Set(answers.map((row) => row.token_version))).toEqual(new Set([before.token_version + 1]));
    expect(storedTokens(publishing.app.engine.cipher, await connection(userId, 'tiktok')).refreshToken).not.toBe(
      storedTokens(publishing.app.engine.cipher, before).refreshToken,
    );
  });

  test('are refreshed by the worker when they are due', async () => {
    const userId = await publishing.creator('youtube');
    const before = await connection(userId, 'youtube');
    await publishing.db
      .updateTable('social_connections')
      .set({ next_action_at: new Date() })
      .where('id', '=', before.id)
      .execute();
    publishing.app.wake();
    await eventually(async () => {
      expect((await connection(userId, 'youtube')).token_version).toBe(before.token_version + 1);
    });
  });

  test('an answer to an older pair never overwrites a newer one', async () => {
    const userId = await publishing.creator('tiktok');
    const old = await connection(userId, 'tiktok');
    const newer = await refreshConnection(publishing.app.engine, old);
    // A refresh of the old pair returns the current tokens, and sends nothing to TikTok.
    const answered = await refreshConnection(publishing.app.engine, old);
    expect(answered.token_version).toBe(newer.token_version);
    expect((await connection(userId, 'tiktok')).state).toBe('connected');
  });

  test.each(platforms)(
    'a grant that was removed at %s asks for Reconnect, and nothing is posted with it',
    async (platform) => {
      const userId = await publishing.creator(platform);
      const publishAt = new Date(publishing.clock.now().getTime() + 2 * MINUTE);
      const videoId = await publishing.requestVideo(userId, { publishAt });
      await publishing.postIn(videoId, platform, 'waiting');
      const provider = platformProviders[platform];
      publishing.sandbox.chaos.set(provider, { revokedToken: 1, limit: 1 });
      await publishing.finishVideo(userId, videoId);
      await eventually(async () => expect((await connection(userId, platform)).state).toBe('needs_reconnect'));
      publishing.sandbox.chaos.set(provider, { revokedToken: 0, limit: null });
      expect((await list(userId))[platform]).toMatchObject({ connected: false, state: 'needs_reconnect' });
      expect((await list(userId))[platform].fix).toMatch(/Reconnect/);
      publishing.clock.advance(3 * MINUTE);
      publishing.app.wake();
      const held = await publishing.postIn(videoId, platform, 'no_connection');
      expect(meaningOf(held.code ?? 'NOT_WANTED')).toHaveProperty('connection', 'dead');
      expect(publishing.published(videoId, platform)).toBe(0);

      const where = await publishing.connect(userId, platform, {
        account: platform === 'youtube' ? 'nico.bianchi@example.com' : `u${userId.slice(0, 8)}`,
      });
      expect(where).toContain('connected=');
      // The post waited for the connection: it goes out without 'post now'.
      await publishing.postIn(videoId, platform, 'posted');
      expect(publishing.published(videoId, platform)).toBe(1);
    },
    40_000,
  );
});

test('disconnecting revokes the grant and deletes the tokens', async () => {
  const userId = await publishing.creator('facebook');
  const reply = await publishing.call(userId, 'DELETE', '/api/social-connections/facebook');
  expect(reply.json()).toEqual({ success: true });
  expect((await list(userId)).facebook).toMatchObject({ connected: false, state: 'none' });
  await eventually(async () => expect((await connection(userId, 'facebook')).access_token).toBeNull());
  expect(publishing.sandbox.journal.read({ provider: 'facebook', act: 'grant-revoked' }).length).toBeGreaterThan(0);
});

describe('a consent while the earlier grant is being revoked', () => {
  /** As if a worker had claimed the revocation, which lasts until then; the service's own worker leaves it alone. */
  async function givenRevocation(leasedMs: number): Promise<{ userId: string; until: Date }> {
    const userId = await publishing.creator('facebook');
    const { rows } = await sql<{ until: Date }>`
      update social_connections set state = 'disconnected', revoke_pending = true, next_action_at = now() + interval '1 hour',
        lease_token = lease_token + 1, leased_until = clock_timestamp() + ${leasedMs} * interval '1 millisecond'
       where user_id = ${userId} returning leased_until as until`.execute(publishing.db);
    return { userId, until: rows[0]?.until ?? new Date(Number.NaN) };
  }
  const revoked = () => publishing.sandbox.journal.read({ provider: 'facebook', act: 'grant-revoked' }).length;

  test('waits until it is over, since it would end the new grant too', async () => {
    const { userId, until } = await givenRevocation(1_500);
    const before = revoked();
    expect(await publishing.connect(userId, 'facebook', { account: `u${userId.slice(0, 8)}` })).toContain(
      'connected=facebook',
    );
    expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
    expect(await connection(userId, 'facebook')).toMatchObject({ state: 'connected', revoke_pending: false });
    expect(revoked()).toBe(before);
  });

  test('is refused with what to do if it does not end', async () => {
    const { userId } = await givenRevocation(60_000);
    const where = await publishing.connect(userId, 'facebook', { account: `u${userId.slice(0, 8)}` });
    expect(where).toContain('error=facebook&reason=PROVIDER_UNREACHABLE');
  }, 20_000);
});

test('disconnecting without a connection changes nothing, and an unknown platform is refused', async () => {
  const userId = newUser();
  const reply = await publishing.call(userId, 'DELETE', '/api/social-connections/youtube');
  expect([reply.status, reply.json()]).toEqual([200, { success: true }]);
  const unknown = await publishing.call(userId, 'DELETE', '/api/social-connections/myspace');
  expect([unknown.status, unknown.json()]).toMatchObject([
    400,
    { error: 'VALIDATION_FAILED', message: expect.stringMatching(/^platform must be one of: (\w+, ){3}\w+\.$/) },
  ]);
});

test("[ASVS 8.2.2] other people's connections are out of reach", async () => {
  const owner = await publishing.creator('tiktok');
  const other = newUser();
  await publishing.call(other, 'DELETE', '/api/social-connections/tiktok');
  expect((await list(owner)).tiktok.connected).toBe(true);
  expect((await list(other)).tiktok.connected).toBe(false);
  expect((await publishing.call(other, 'GET', '/api/tiktok/settings')).json()).toMatchObject({
    error: 'NOT_CONNECTED',
  });
});
