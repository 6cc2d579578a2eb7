import { randomUUID } from 'node:crypto';
import { type ConnectionEndApproached, events } from '@reelwright/contracts';
import { silentLogger } from '@reelwright/logger';
import { createDatabase, type Database } from '@reelwright/postgres';
import { eventually } from '@reelwright/testing';
import type { KyselyPlugin } from 'kysely';
import {
  ConnectionUnusable,
  freshConnection,
  refreshConnection,
  type TokenDeps,
} from '../src/connections/access-token.ts';
import { announceEnds } from '../src/connections/announce-ends.ts';
import { changeConnection } from '../src/connections/change-connection.ts';
import {
  findConnection,
  leaseConnection,
  lockSameGrant,
  releaseConnection,
} from '../src/connections/connections.repository.ts';
import { repairConnection } from '../src/connections/repair-connection.ts';
import { storedTokens } from '../src/connections/stored-tokens.ts';
import { refreshPlannedAt } from '../src/connections/token-times.ts';
import type { ConnectionRow, PublishingDatabase } from '../src/database.ts';
import type { Login, StoredTokens, Tokens } from '../src/platforms/login.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { ProviderRefusal, Unreachable } from '../src/platforms/provider-call.ts';
import { definitions } from '../src/platforms/registry.ts';
import { recordOutcome } from '../src/posting/run-post.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

const DAY = 24 * 60 * MINUTE;
let publishing: Publishing;
const databases: Database<PublishingDatabase>[] = [];

beforeAll(async () => {
  publishing = await startPublishing('tokens');
}, 60_000);
afterAll(async () => {
  await Promise.all(databases.map((database) => database.stop()));
  await publishing.stop();
});

async function connection(userId: string, platform: Platform): Promise<ConnectionRow> {
  const row = await findConnection(publishing.db, userId, platform);
  if (!row) throw new Error('no connection');
  return row;
}

async function set(
  row: ConnectionRow,
  change: Partial<
    Pick<ConnectionRow, 'access_expires_at' | 'refresh_expires_at' | 'next_action_at' | 'leased_until' | 'lease_token'>
  >,
) {
  await publishing.db.updateTable('social_connections').set(change).where('id', '=', row.id).execute();
}

/** A new connection whose access token expires soon, and which the worker does not claim. */
async function expiringConnection(platform: 'tiktok' | 'youtube'): Promise<ConnectionRow> {
  const userId = await publishing.creator(platform);
  await set(await connection(userId, platform), {
    access_expires_at: new Date(Date.now() + MINUTE),
    next_action_at: null,
  });
  return connection(userId, platform);
}

/** Another process of the service: its own pool, and a login whose refresh the test controls. */
function anotherProcess(
  platform: Platform,
  refresh?: (real: () => Promise<Tokens>, held: StoredTokens) => Promise<Tokens>,
): TokenDeps {
  const { clock, cipher, logins, onConnectionChange } = publishing.app.engine;
  const url = publishing.databaseUrl;
  const database = createDatabase<PublishingDatabase>({
    url,
    logger: silentLogger,
    applicationName: 'other',
    poolSize: 3,
  });
  databases.push(database);
  const login = logins[platform];
  const mine: Login = {
    ...login,
    refresh: (held) => {
      const real = async () => {
        if (!login.refresh) throw new Error('no refresh');
        return login.refresh(held);
      };
      return refresh ? refresh(real, held) : real();
    },
  };
  return { db: database.db, clock, cipher, logins: { ...logins, [platform]: mine }, onConnectionChange };
}

/** A promise that the test resolves. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Calls back when an update changed no row, as when another process holds the lease. */
const whenNothingIsUpdated = (callback: () => void): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    if (result.numAffectedRows === 0n) callback();
    return result;
  },
});

/** Lets the lease of a hanging process expire. */
const expireLease = (row: ConnectionRow) => set(row, { leased_until: new Date(Date.now() - 1) });
const leaseTaken = (row: ConnectionRow) =>
  eventually(async () => {
    expect((await connection(row.user_id, row.platform)).lease_token).toBeGreaterThan(row.lease_token);
  });
const refreshTokenOf = (row: ConnectionRow) => storedTokens(publishing.app.engine.cipher, row).refreshToken;
const listed = async (row: ConnectionRow) =>
  (await publishing.call(row.user_id, 'GET', '/api/social-connections')).json()[row.platform];

async function callsOf(provider: string): Promise<number> {
  const reply = await fetch(`${publishing.sandbox.origins.server('console')}/api/requests`);
  const { requests } = (await reply.json()) as { requests: { provider: string; url: string }[] };
  return requests.filter((each) => each.provider === provider && !each.url.startsWith('/_sandbox')).length;
}

describe('a refresh', () => {
  test.each(['tiktok', 'youtube'] as const)(
    'of %s is one call, however many processes and posts need it',
    async (platform) => {
      const stale = await expiringConnection(platform);
      let calls = 0;
      const processes = Array.from({ length: 6 }, () =>
        anotherProcess(platform, (real) => {
          calls += 1;
          return real();
        }),
      );
      const wanted = processes.flatMap((each) => [freshConnection(each, stale), freshConnection(each, stale)]);
      const versions = (await Promise.all(wanted)).map((row) => row.token_version);
      expect(new Set(versions)).toEqual(new Set([stale.token_version + 1]));
      expect(calls).toBe(1);
    },
    20_000,
  );

  test('is not begun by a process that read the row before another one failed', async () => {
    const stale = await expiringConnection('youtube');
    const now = () => connection(stale.user_id, 'youtube');
    const held = await leaseConnection(publishing.db, stale, MINUTE);
    const readMeanwhile = await now();
    await releaseConnection(publishing.db, held ?? stale);
    expect(await leaseConnection(publishing.db, readMeanwhile, MINUTE)).toBeUndefined();
    expect(await leaseConnection(publishing.db, stale, MINUTE)).toBeUndefined();
    expect(await leaseConnection(publishing.db, await now(), MINUTE)).toBeDefined();
  });

  test('without an answer of the provider is one call too, and the old token is used until it expires', async () => {
    const stale = await expiringConnection('youtube');
    const allWaiting = gate();
    const waiting = new Set<number>();
    let calls = 0;
    const processes = [0, 1, 2, 3].map((process) => {
      const deps = anotherProcess('youtube', async () => {
        calls += 1;
        if (calls > 1) allWaiting.open();
        await allWaiting.opened;
        throw new Unreachable('http://127.0.0.1', 'cut');
      });
      const onRefused = () => {
        waiting.add(process);
        if (waiting.size === 3) allWaiting.open();
      };
      return { ...deps, db: deps.db.withPlugin(whenNothingIsUpdated(onRefused)) };
    });
    const answers = await Promise.all(processes.map((each) => freshConnection(each, stale)));
    expect(new Set(answers.map((row) => row.token_version))).toEqual(new Set([stale.token_version]));
    expect(calls).toBe(1);
    expect((await connection(stale.user_id, 'youtube')).state).toBe('connected');
  }, 20_000);

  test('that is refused to Reelwright as an app ends no connection', async () => {
    const stale = await expiringConnection('tiktok');
    const misconfigured = anotherProcess('tiktok', async () => {
      throw new ProviderRefusal(definitions.tiktok.errors, 'invalid_client', 401);
    });
    await freshConnection(misconfigured, stale);
    expect((await connection(stale.user_id, 'tiktok')).state).toBe('connected');
    expect((await freshConnection(anotherProcess('tiktok'), stale)).token_version).toBe(stale.token_version + 1);
  });

  test('is planned well before the end, at a different time for each connection', () => {
    const login = publishing.app.engine.logins.tiktok;
    const issuedAt = new Date('2026-11-21T12:00:00Z');
    const minutes = (later: number) => new Date(issuedAt.getTime() + later * MINUTE);
    const tokens = { accessToken: 'a', issuedAt, accessExpiresAt: minutes(120) };
    const planned = Array.from({ length: 200 }, () => refreshPlannedAt(login, tokens, randomUUID())?.getTime() ?? 0);
    expect(Math.max(...planned)).toBeLessThanOrEqual(minutes(105).getTime());
    expect(Math.min(...planned)).toBeGreaterThanOrEqual(minutes(78).getTime());
    expect(new Set(planned.map((at) => Math.floor(at / MINUTE))).size).toBeGreaterThan(15);
    // Instagram refuses tokens younger than a day.
    const young = refreshPlannedAt(publishing.app.engine.logins.instagram, tokens, randomUUID());
    expect(young?.getTime()).toBe(issuedAt.getTime() + DAY);
  });
});

describe('two overlapping refreshes', () => {
  test('the late answer with valid tokens revives the connection after the other was refused', async () => {
    const stale = await expiringConnection('tiktok');
    const [rotated, held] = [gate(), gate()];
    const slow = anotherProcess('tiktok', async (real) => {
      const pair = await real();
      rotated.open();
      await held.opened;
      return pair;
    });
    const first = refreshConnection(slow, stale);
    await rotated.opened;
    // TikTok has rotated the tokens, its answer is delayed, and the lease expires.
    await expireLease(stale);
    await expect(refreshConnection(anotherProcess('tiktok'), stale)).rejects.toThrow(ConnectionUnusable);
    expect(await listed(stale)).toMatchObject({ state: 'needs_reconnect', code: 'TOKEN_REJECTED' });
    held.open();
    const revived = await first;
    expect(revived).toMatchObject({ state: 'connected', cause: null, token_version: stale.token_version + 1 });
    expect(await listed(stale)).toMatchObject({ state: 'connected', code: null });
    // TikTok accepts the new pair.
    expect((await refreshConnection(anotherProcess('tiktok'), revived)).token_version).toBe(revived.token_version + 1);
  }, 20_000);

  test('an older answer that arrives last never overwrites the newer one', async () => {
    const stale = await expiringConnection('tiktok');
    const held = gate();
    const pair = (name: string): Tokens => ({
      accessToken: `a-${name}`,
      refreshToken: `r-${name}`,
      accessExpiresAt: new Date(Date.now() + 120 * MINUTE),
    });
    const older = refreshConnection(
      anotherProcess('tiktok', async () => {
        await held.opened;
        return pair('older');
      }),
      stale,
    );
    await leaseTaken(stale);
    await expireLease(stale);
    const newer = await refreshConnection(
      anotherProcess('tiktok', async () => pair('newer')),
      stale,
    );
    held.open();
    expect((await older).token_version).toBe(newer.token_version);
    expect(refreshTokenOf(await connection(stale.user_id, 'tiktok'))).toBe('r-newer');
  });

  test('an answer after a new consent or a disconnection is dropped', async () => {
    const stale = await expiringConnection('tiktok');
    const late = async (meanwhile: () => Promise<unknown>, row: ConnectionRow) => {
      const held = gate();
      const answer = refreshConnection(
        anotherProcess('tiktok', async () => {
          await held.opened;
          return { accessToken: 'late', refreshToken: 'late' };
        }),
        row,
      ).catch((error: unknown) => error);
      await leaseTaken(row);
      await meanwhile();
      held.open();
      return answer;
    };
    const account = `u${stale.user_id.slice(0, 8)}`;
    await late(() => publishing.connect(stale.user_id, 'tiktok', { account }), stale);
    const renewed = await connection(stale.user_id, 'tiktok');
    expect(refreshTokenOf(renewed)).not.toBe('late');
    expect(renewed.grant_number).toBe(stale.grant_number + 1);

    const cut = () => publishing.call(stale.user_id, 'DELETE', '/api/social-connections/tiktok');
    expect(await late(cut, renewed)).toBeInstanceOf(ConnectionUnusable);
    expect((await connection(stale.user_id, 'tiktok')).state).toBe('disconnected');
  });
});

describe('a process that dies between the answer and our commit', () => {
  /** The provider has answered, nothing was written, and the lease still exists. */
  async function diedAfterAnswer(platform: 'tiktok' | 'youtube'): Promise<ConnectionRow> {
    const stale = await expiringConnection(platform);
    await publishing.app.engine.logins[platform].refresh?.(storedTokens(publishing.app.engine.cipher, stale));
    await set(stale, { lease_token: stale.lease_token + 1, leased_until: new Date(Date.now() + 40_000) });
    await expireLease(stale);
    await set(stale, { next_action_at: new Date() });
    publishing.app.wake();
    return stale;
  }

  test('loses a rotated grant, and shows the cause and the fix', async () => {
    const stale = await diedAfterAnswer('tiktok');
    await eventually(async () => {
      const { state, code, message, fix } = await listed(stale);
      expect([state, code]).toEqual(['needs_reconnect', 'TOKEN_REJECTED']);
      expect(message).toMatch(/no longer accepts our access/);
      expect(fix).toMatch(/Press Reconnect/);
    });
  });

  test('loses nothing if the provider does not rotate refresh tokens', async () => {
    const stale = await diedAfterAnswer('youtube');
    await eventually(async () => {
      const now = await connection(stale.user_id, 'youtube');
      expect([now.state, now.token_version]).toEqual(['connected', stale.token_version + 1]);
    });
  });
});

describe('an expiry that is known in advance', () => {
  /** The announced ends of a user's connections. */
  async function announcedEnds({ user_id: userId }: ConnectionRow): Promise<ConnectionEndApproached[]> {
    const { name, codec } = events.ConnectionEndApproached;
    const rows = await publishing.db
      .selectFrom('outbox')
      .select('payload')
      .where('type', '=', name)
      .orderBy('id')
      .execute();
    return rows.map(({ payload }) => codec.fromJSON(payload)).filter((event) => event.userId === userId);
  }

  test('is announced a week before, once for each end', async () => {
    const { db, clock, logins } = publishing.app.engine;
    const row = await expiringConnection('tiktok');
    const inDays = (days: number) => new Date(Date.now() + days * DAY);
    const announceTwice = () => Promise.all([1, 2].map(() => announceEnds({ db, clock, logins })));
    await set(row, { refresh_expires_at: inDays(8) });
    await announceTwice();
    expect(await announcedEnds(row)).toEqual([]);

    const end = inDays(6);
    await set(row, { refresh_expires_at: end });
    await announceTwice();
    await announceTwice();
    const event = { userId: row.user_id, platform: 'tiktok', accountName: row.account_name, endsAt: end };
    expect(await announcedEnds(row)).toEqual([event]);

    const later = inDays(5);
    await set(row, { refresh_expires_at: later });
    await announceTwice();
    expect(await announcedEnds(row)).toEqual([event, { ...event, endsAt: later }]);
  });

  test('is not announced for a connection that has ended, was ended by its owner, or whose Page has a token of its own', async () => {
    const { db, clock, logins } = publishing.app.engine;
    const [past, disconnected] = [await expiringConnection('tiktok'), await expiringConnection('youtube')];
    const page = await connection(await publishing.creator('facebook'), 'facebook');
    const soon = new Date(Date.now() + 3 * DAY);
    await set(past, { refresh_expires_at: new Date(Date.now() - 1) });
    await set(disconnected, { refresh_expires_at: soon });
    await set(page, { access_expires_at: soon });
    await publishing.call(disconnected.user_id, 'DELETE', '/api/social-connections/youtube');
    await announceEnds({ db, clock, logins });
    const ends = await Promise.all([past, disconnected, page].map(announcedEnds));
    expect(ends).toEqual([[], [], []]);
    expect(page.post_token).not.toBeNull();
  });

  test('is shown a week before', async () => {
    const row = await expiringConnection('tiktok');
    const inDays = (days: number) => new Date(Date.now() + days * DAY);
    await set(row, { refresh_expires_at: inDays(8) });
    expect(await listed(row)).toMatchObject({ state: 'connected', code: null, message: null, fix: null });
    const end = inDays(6);
    await set(row, { refresh_expires_at: end });
    expect(await listed(row)).toMatchObject({
      connected: true,
      state: 'connected',
      code: 'ENDS_SOON',
      endsAt: end.toISOString(),
      fix: expect.stringMatching(/Press Reconnect before then/),
    });
  });

  test('ends the connection without asking the provider', async () => {
    const row = await expiringConnection('tiktok');
    await set(row, { refresh_expires_at: new Date(Date.now() - 1) });
    let asked = false;
    const asking = async (real: () => Promise<Tokens>) => {
      asked = true;
      return real();
    };
    await expect(
      freshConnection(anotherProcess('tiktok', asking), await connection(row.user_id, 'tiktok')),
    ).rejects.toThrow(ConnectionUnusable);
    expect(asked).toBe(false);
    expect(await listed(row)).toMatchObject({ state: 'needs_reconnect', code: 'ACCESS_EXPIRED', endsAt: null });
  });

  test('of Facebook applies only without a chosen Page, whose token outlives the consent', async () => {
    const past = { access_expires_at: new Date(Date.now() - 1), next_action_at: new Date() };
    const chosen = await connection(await publishing.creator('facebook'), 'facebook');
    expect(chosen.next_action_at).not.toBeNull();
    const userId = randomUUID();
    publishing.neighbours.tiers.set(userId, 'pro');
    await publishing.connect(userId, 'facebook', { account: 'ada.marlow' });
    const open = await connection(userId, 'facebook');
    await Promise.all([set(chosen, past), set(open, past)]);
    publishing.app.wake();
    await eventually(async () => expect((await listed(open)).code).toBe('ACCESS_EXPIRED'));
    await eventually(async () => expect((await connection(chosen.user_id, 'facebook')).next_action_at).toBeNull());
    expect((await listed(chosen)).state).toBe('connected');
  });
});

describe('a connection that needs its owner', () => {
  test.each([
    ['SCOPE_MISSING', /permission/, /leave every permission ticked/],
    ['PASSWORD_CHANGED', /password/, /Press Reconnect/],
  ] as const)(
    'for %s shows that, holds its posts back without a call, and continues after Reconnect',
    async (code, message, fix) => {
      const userId = await publishing.creator('facebook');
      const account = `u${userId.slice(0, 8)}`;
      const soon = await publishing.requestVideo(userId, {
        publishAt: new Date(publishing.clock.now().getTime() + 2 * MINUTE),
      });
      const later = await publishing.requestVideo(userId, {
        publishAt: new Date(publishing.clock.now().getTime() + 600 * MINUTE),
      });
      await publishing.postIn(soon, 'facebook', 'waiting');
      await publishing.postIn(later, 'facebook', 'waiting');
      await repairConnection(publishing.app.engine, await connection(userId, 'facebook'), code);
      const shown = await listed(await connection(userId, 'facebook'));
      expect(shown).toMatchObject({ connected: false, state: 'needs_reconnect', code });
      expect(shown.message).toMatch(message);
      expect(shown.fix).toMatch(fix);

      const before = await callsOf('facebook');
      await publishing.finishVideo(userId, soon);
      await publishing.finishVideo(userId, later);
      await eventually(async () => expect((await publishing.postIn(later, 'facebook', 'waiting')).code).toBe(code));
      publishing.clock.advance(3 * MINUTE);
      publishing.app.wake();
      expect((await publishing.postIn(soon, 'facebook', 'no_connection')).code).toBe(code);
      expect(await callsOf('facebook')).toBe(before);

      await publishing.connect(userId, 'facebook', { account });
      await publishing.postIn(soon, 'facebook', 'posted');
      expect(publishing.published(soon, 'facebook')).toBe(1);
      expect((await publishing.postIn(later, 'facebook', 'waiting', 'staging', 'staged')).code).toBeNull();
    },
    40_000,
  );

  test('staged and waiting posts get the cause at once, without the worker, and lose it at once', async () => {
    const userId = await publishing.creator('facebook', 'tiktok');
    const now = publishing.clock.now().getTime();
    const at = (minutes: number) => new Date(now + minutes * MINUTE);
    const staged = await publishing.requestVideo(userId, { publishAt: at(60) });
    await publishing.finishVideo(userId, staged);
    const ahead = await publishing.requestVideo(userId, { publishAt: at(30 * 24 * 60) });
    await publishing.postIn(staged, 'facebook', 'staged');
    await publishing.postIn(ahead, 'facebook', 'waiting');
    await publishing.postIn(staged, 'tiktok', 'waiting');
    const posts = async () => {
      const rows = publishing.db.selectFrom('posts').selectAll().where('user_id', '=', userId);
      return (await rows.execute()).filter(({ platform }) => platform === 'facebook');
    };
    const announced = async (code: string) => {
      const rows = await publishing.db.selectFrom('outbox').select('payload').where('key', '=', userId).execute();
      const payloads = rows.map(({ payload }) => payload as Record<string, unknown>);
      return payloads.filter((each) => each['platform'] === 'facebook' && (each['code'] ?? '') === code);
    };
    const before = await callsOf('facebook');

    const facebook = await connection(userId, 'facebook');
    await repairConnection(publishing.app.engine, facebook, 'SCOPE_MISSING');
    for (const row of await posts()) expect([row.video_id, row.code]).toEqual([row.video_id, 'SCOPE_MISSING']);
    expect((await posts()).map(({ state }) => state).sort()).toEqual(['staged', 'waiting']);
    expect((await publishing.postIn(staged, 'tiktok', 'waiting')).code).toBeNull();
    expect((await announced('SCOPE_MISSING')).map(({ videoId, needs }) => [videoId, needs]).sort()).toEqual(
      [
        [staged, 'reconnect'],
        [ahead, 'reconnect'],
      ].sort(),
    );

    await publishing.db.transaction().execute(async (trx) => {
      const broken = await lockSameGrant(trx, facebook);
      // Tokens arrive late, and work.
      const refreshed = { type: 'refreshed' as const, tokenVersion: broken.token_version, tokens: broken };
      await changeConnection(trx, publishing.app.engine, broken, refreshed, publishing.clock.now());
      const rows = trx.selectFrom('posts').select('code').where('user_id', '=', userId);
      expect(await rows.execute()).toEqual([{ code: null }, { code: null }, { code: null }, { code: null }]);
    });
    expect((await posts()).map(({ state }) => state).sort()).toEqual(['staged', 'waiting']);
    expect(await callsOf('facebook')).toBe(before);
  }, 40_000);

  test('a copy that is finished after its connection ended gets the cause too', async () => {
    const userId = await publishing.creator('facebook');
    const publishAt = new Date(publishing.clock.now().getTime() + 60 * MINUTE);
    const videoId = await publishing.requestVideo(userId, { publishAt });
    const { engine } = publishing.app;
    const post = await publishing.postIn(videoId, 'facebook', 'waiting');
    const { lease_token: token } = await publishing.db
      .updateTable('posts')
      .set((eb) => ({
        state: 'staging',
        lease_token: eb('lease_token', '+', 1),
        leased_until: new Date(Date.now() + MINUTE),
      }))
      .where('id', '=', post.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await repairConnection(engine, await connection(userId, 'facebook'), 'ACCESS_REMOVED');
    const outcome = { kind: 'done', handle: { videoId: '1', uploadUrl: 'x' } } as const;
    const claimed = { ...post, lease_token: token };
    await recordOutcome(engine, claimed, 'stage', outcome, 'key');
    publishing.app.wake();
    await eventually(async () => {
      const row = await publishing.postIn(videoId, 'facebook', 'waiting', 'staged');
      expect(row.code).toBe('ACCESS_REMOVED');
    });
  }, 40_000);

  test('for more than six hours posts nothing by itself', async () => {
    const userId = await publishing.creator('instagram');
    const videoId = await publishing.requestVideo(userId, {
      publishAt: new Date(publishing.clock.now().getTime() + 2 * MINUTE),
    });
    await publishing.postIn(videoId, 'instagram', 'waiting');
    await repairConnection(publishing.app.engine, await connection(userId, 'instagram'), 'ACCESS_REMOVED');
    await publishing.finishVideo(userId, videoId);
    publishing.clock.advance(3 * MINUTE);
    publishing.app.wake();
    await publishing.postIn(videoId, 'instagram', 'no_connection');
    publishing.clock.advance(6 * 60 * MINUTE);
    await publishing.connect(userId, 'instagram', { account: `u${userId.slice(0, 8)}` });
    expect((await publishing.postIn(videoId, 'instagram', 'no_connection')).code).toBe('ACCESS_REMOVED');
    expect(publishing.published(videoId, 'instagram')).toBe(0);
  }, 40_000);

  test('a post that was cancelled by a disconnection goes out after a reconnection in time', async () => {
    const userId = await publishing.creator('instagram');
    const videoId = await publishing.requestVideo(userId, {
      publishAt: new Date(publishing.clock.now().getTime() + 60 * MINUTE),
    });
    await publishing.postIn(videoId, 'instagram', 'waiting');
    await publishing.call(userId, 'DELETE', '/api/social-connections/instagram');
    expect((await publishing.postIn(videoId, 'instagram', 'cancelled')).code).toBe('DISCONNECTED');
    await publishing.connect(userId, 'instagram', { account: `u${userId.slice(0, 8)}` });
    await publishing.postIn(videoId, 'instagram', 'waiting');
  });
});

describe('reconnecting with another account', () => {
  test("starts without the earlier account's settings, and uncommitted posts go to the new account", async () => {
    const userId = await publishing.creator('tiktok');
    const videoId = await publishing.requestVideo(userId, {
      publishAt: new Date(publishing.clock.now().getTime() + 2 * MINUTE),
    });
    await publishing.finishVideo(userId, videoId);
    await publishing.postIn(videoId, 'tiktok', 'staged');
    const other = `v${userId.slice(0, 8)}`;
    expect(await publishing.connect(userId, 'tiktok', { account: other })).toContain('setup=tiktok');
    await eventually(async () =>
      expect((await publishing.postIn(videoId, 'tiktok', 'waiting')).code).toBe('SETUP_NEEDED'),
    );
    await publishing.chooseTiktok(userId);
    publishing.clock.advance(3 * MINUTE);
    publishing.app.wake();
    expect((await publishing.postIn(videoId, 'tiktok', 'posted')).account_name).toBe(other);
    expect(publishing.published(videoId, 'tiktok')).toBe(1);
  }, 40_000);
});
