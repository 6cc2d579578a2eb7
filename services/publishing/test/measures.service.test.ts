import { createHmac } from 'node:crypto';
import { events } from '@reelwright/contracts';
import { silentLogger } from '@reelwright/logger';
import { credentials } from '@reelwright/sandbox';
import { emulatedPlatforms } from '@reelwright/sandbox/platforms';
import { eventually } from '@reelwright/testing';
import { createTokenCipher } from '@reelwright/token-cipher';
import { sql } from 'kysely';
import { levelsOf } from '../src/config.ts';
import type { PostMeasureRow } from '../src/database.ts';
import { readMeasures } from '../src/measures/read-measures.ts';
import { facebookErrors } from '../src/platforms/facebook/facebook-errors.ts';
import type { MeasureReader } from '../src/platforms/measures.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { ProviderRefusal } from '../src/platforms/provider-call.ts';
import { platformClients, readLimits } from '../src/platforms/registry.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';
import { reportedBy } from './reported.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('measures');
}, 60_000);
afterAll(() => publishing.stop());

/** A user with one posted video on each of these platforms. */
async function posted(...platforms: Platform[]): Promise<{ userId: string; videoId: string }> {
  const userId = await publishing.creator(...platforms);
  const videoId = await postedBy(userId, platforms);
  return { userId, videoId };
}

async function postedBy(userId: string, platforms: Platform[]): Promise<string> {
  const publishAt = new Date(publishing.clock.now().getTime() + MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt, platforms });
  await publishing.finishVideo(userId, videoId);
  for (const platform of platforms) await publishing.carriedTo(videoId, platform, 'posted');
  return videoId;
}

type Row = PostMeasureRow & { platform_post_id: string };
const rowOf = (videoId: string, platform: Platform): Promise<Row> =>
  publishing.db
    .selectFrom('post_measures')
    .innerJoin('posts', 'posts.id', 'post_measures.id')
    .selectAll('post_measures')
    .select('posts.platform_post_id')
    .where('posts.video_id', '=', videoId)
    .where('posts.platform', '=', platform)
    .executeTakeFirstOrThrow() as Promise<Row>;

const connectionOf = (userId: string, platform: Platform) =>
  publishing.db
    .selectFrom('social_connections')
    .selectAll()
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .executeTakeFirstOrThrow();

/** Moves product time, and waits for what the row of a post becomes. */
async function after(ms: number, videoId: string, platform: Platform, check: (row: Row) => void): Promise<Row> {
  publishing.clock.advance(ms);
  return becomes(videoId, platform, check);
}

async function becomes(videoId: string, platform: Platform, check: (row: Row) => void): Promise<Row> {
  publishing.app.wake();
  return eventually(async () => {
    const row = await rowOf(videoId, platform);
    check(row);
    return row;
  });
}

const announced = async (videoId: string): Promise<Record<string, unknown>[]> => {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select payload from outbox where type = ${events.PostMeasured.name} and payload ->> 'videoId' = ${videoId}
    order by occurred_at, id`.execute(publishing.db);
  return rows.map(({ payload }) => payload);
};

const isMeasured = (row: Row) => expect(row.measured_at).not.toBeNull();

describe('the views of a post', () => {
  test.each(emulatedPlatforms)('are read from %s an hour after it went out, and announced', async (platform) => {
    const { userId, videoId } = await posted(platform);
    const fresh = await rowOf(videoId, platform);
    expect(fresh).toMatchObject({ views: null, measured_at: null });
    expect(fresh.next_at?.getTime()).toBe(fresh.posted_at.getTime() + HOUR);

    const first = await after(HOUR, videoId, platform, isMeasured);
    const at = first.measured_at as Date;
    const reported = reportedBy(publishing.sandbox, platform, first.platform_post_id, at);
    expect(first).toMatchObject({ ...reported, code: null });
    expect((await announced(videoId)).at(-1)).toMatchObject({
      userId,
      platform,
      views: reported.views,
      measuredAt: at.toISOString(),
      postedAt: first.posted_at.toISOString(),
    });

    const later = await after(2 * DAY, videoId, platform, (row) => expect(row.measured_at).not.toEqual(at));
    expect(later.views).toBeGreaterThan(first.views ?? 0);
  });

  /** Reads one post of Facebook with this reader, as a worker does. */
  async function readWith(videoId: string, read: MeasureReader['read']): Promise<void> {
    const { db, clock, config } = publishing;
    const claimed = await db
      .updateTable('post_measures')
      .set({ leased_until: sql`clock_timestamp() + interval '1 minute'` })
      .where('id', '=', (await rowOf(videoId, 'facebook')).id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const { logins, measures } = platformClients(config);
    await readMeasures(
      {
        db,
        clock,
        cipher: createTokenCipher(config.TOKEN_CIPHER_KEYS),
        logins,
        onConnectionChange: async () => undefined,
        logger: silentLogger,
        measures: { ...measures, facebook: { scopes: [], mostIds: 50, read } },
        levels: levelsOf(config).levels,
        readLimits: readLimits(config),
        leaseMs: MINUTE,
      },
      claimed,
      AbortSignal.timeout(MINUTE),
    );
  }

  test('are those of the moment at which the platform was asked, however late it answers', async () => {
    const { videoId } = await posted('facebook');
    const { clock } = publishing;
    const askedAt = clock.now();
    await readWith(videoId, async (_job, ids) => {
      clock.advance(MINUTE);
      return new Map(ids.map((id) => [id, { views: 7, likes: 1 }]));
    });
    const { views, measured_at: measuredAt } = await rowOf(videoId, 'facebook');
    expect(views).toBe(7);
    expect(Number(measuredAt) - Number(askedAt)).toBeLessThan(MINUTE);
  });

  test('are read again if the account was connected again during a read that was refused', async () => {
    const { userId, videoId } = await posted('facebook');
    await readWith(videoId, async () => {
      await publishing.connect(userId, 'facebook', { account: `u${userId.slice(0, 8)}` });
      throw new ProviderRefusal(facebookErrors, '230', 403);
    });
    publishing.app.wake();
    await becomes(videoId, 'facebook', (row) =>
      expect(row).toMatchObject({ code: null, measured_at: expect.any(Date) }),
    );
  });

  test('of an account are read together from the second day on', async () => {
    const userId = await publishing.creator('youtube');
    const videoIds = [];
    for (let count = 0; count < 3; count++) videoIds.push(await postedBy(userId, ['youtube']));
    // Only these are due, so that every slot of the worker is free for them.
    const { db } = publishing;
    await db.updateTable('post_measures').set({ next_at: null }).where('user_id', '!=', userId).execute();
    const dueAt = new Date(publishing.clock.now().getTime() + DAY);
    await db.updateTable('post_measures').set({ next_at: dueAt }).where('user_id', '=', userId).execute();
    const before = await allReads();
    publishing.clock.advance(DAY);
    for (const videoId of videoIds) await becomes(videoId, 'youtube', isMeasured);
    expect((await allReads()) - before).toBe(1);
    const rows = await Promise.all(videoIds.map((videoId) => rowOf(videoId, 'youtube')));
    expect(new Set(rows.map((row) => row.next_at?.getTime())).size).toBe(1);
  });

  test('stay as they are while the platform is away, with the cause, and are read when it is back', async () => {
    const { videoId } = await posted('facebook');
    const first = await after(HOUR, videoId, 'facebook', isMeasured);
    await publishing.sandbox.setAway('facebook', 'refused');
    const delayed = await after(5 * HOUR, videoId, 'facebook', (row) => expect(row.code).toBe('VIEWS_DELAYED'));
    expect(delayed).toMatchObject({ views: first.views, likes: first.likes, measured_at: first.measured_at, tries: 1 });
    expect((await announced(videoId)).at(-1)).toMatchObject({
      code: 'VIEWS_DELAYED',
      measuredAt: first.measured_at?.toISOString(),
    });
    await publishing.sandbox.setAway('facebook', undefined);
    const back = await after(10 * MINUTE, videoId, 'facebook', (row) => expect(row.code).toBeNull());
    expect(back.views).toBeGreaterThan(first.views ?? 0);
    expect(back.tries).toBe(0);
  });

  test('are not read any more once it is 90 days old, also if the platform is away then', async () => {
    const { videoId } = await posted('facebook');
    const first = await after(HOUR, videoId, 'facebook', isMeasured);
    await publishing.sandbox.setAway('facebook', 'refused');
    await after(90 * DAY - 2 * HOUR, videoId, 'facebook', (row) => expect(row.code).toBe('VIEWS_DELAYED'));
    const last = await after(2 * HOUR, videoId, 'facebook', (row) => expect(row.next_at).toBeNull());
    await publishing.sandbox.setAway('facebook', undefined);
    expect(last).toMatchObject({ code: null, views: first.views, measured_at: first.measured_at });
    const final = (await announced(videoId)).at(-1);
    expect(final).toMatchObject({ views: first.views });
    expect(final).not.toHaveProperty('code');
  });

  test('are not read again before the wait that a platform asks for', async () => {
    const { videoId } = await posted('tiktok');
    publishing.sandbox.chaos.set('tiktok', { rate429: 1, retryAfterSeconds: 7_200, only: 'video/query' });
    const delayed = await after(HOUR, videoId, 'tiktok', (row) => expect(row.code).toBe('VIEWS_DELAYED'));
    publishing.sandbox.chaos.set('tiktok', { rate429: 0, retryAfterSeconds: 0, only: '' });
    expect(Number(delayed.next_at) - publishing.clock.now().getTime()).toBeGreaterThan(7_100_000);
    await after(2 * HOUR, videoId, 'tiktok', isMeasured);
  });

  test('of a revoked account wait for its owner, and continue after a new connection', async () => {
    const { userId, videoId } = await posted('instagram');
    const first = await after(HOUR, videoId, 'instagram', isMeasured);
    const account = (await connectionOf(userId, 'instagram')).account_name ?? '';
    await fetch(`${publishing.sandbox.origins.server('instagram')}/settings/apps`, {
      method: 'POST',
      body: new URLSearchParams({ account }),
      redirect: 'manual',
    });
    const stopped = await after(5 * HOUR, videoId, 'instagram', (row) => {
      expect(row.code).toBe('VIEWS_NEED_RECONNECT');
    });
    expect(Number(stopped.next_at) - Number(stopped.posted_at)).toBe(90 * DAY);
    expect(stopped).toMatchObject({ views: first.views, measured_at: first.measured_at });
    expect(await connectionOf(userId, 'instagram')).toMatchObject({ state: 'needs_reconnect' });
    await publishing.connect(userId, 'instagram', { account });
    const resumed = await becomes(videoId, 'instagram', (row) => expect(row.code).toBeNull());
    expect(resumed.views).toBeGreaterThan(first.views ?? 0);
  });

  test('ask for no reconnect any more once the post is 90 days old', async () => {
    const { userId, videoId } = await posted('facebook');
    const first = await after(HOUR, videoId, 'facebook', isMeasured);
    await sql`update social_connections set state = 'needs_reconnect' where user_id = ${userId}`.execute(publishing.db);
    await after(DAY, videoId, 'facebook', (row) => expect(row.code).toBe('VIEWS_NEED_RECONNECT'));
    const last = await after(89 * DAY, videoId, 'facebook', (row) => expect(row.code).toBeNull());
    expect(last).toMatchObject({ next_at: null, views: first.views, measured_at: first.measured_at });
    const final = (await announced(videoId)).at(-1);
    expect(final).toMatchObject({ views: first.views });
    expect(final).not.toHaveProperty('code');
  });

  test.each<[Platform, string]>([
    ['tiktok', 'video.list'],
    ['facebook', 'read_insights'],
    ['instagram', 'manage_insights'],
  ])('on %s without %s ask for a reconnect, while posting goes on', async (platform, scope) => {
    const userId = await publishing.creator(platform);
    const { account_name: account } = await connectionOf(userId, platform);
    const name = platform === 'facebook' ? `u${userId.slice(0, 8)}` : (account ?? '');
    await publishing.connect(userId, platform, { account: name, untick: [scope] });
    expect(await connectionOf(userId, platform)).toMatchObject({ state: 'connected' });
    const videoId = await postedBy(userId, [platform]);
    await after(HOUR, videoId, platform, (row) => expect(row.code).toBe('VIEWS_NEED_RECONNECT'));
    expect((await announced(videoId)).at(-1)).toMatchObject({ code: 'VIEWS_NEED_RECONNECT' });
    expect(await connectionOf(userId, platform)).toMatchObject({ state: 'connected' });
    await publishing.connect(userId, platform, { account: name });
    await becomes(videoId, platform, isMeasured);
  });

  test('on YouTube without the right to reports have no watch time, and say so', async () => {
    const userId = await publishing.creator('youtube');
    await publishing.connect(userId, 'youtube', { account: 'nico.bianchi@example.com', untick: ['yt-analytics'] });
    const videoId = await postedBy(userId, ['youtube']);
    const row = await after(DAY, videoId, 'youtube', isMeasured);
    expect(row).toMatchObject({ watch_seconds: null, code: 'WATCH_TIME_NEEDS_RECONNECT' });
    expect(row.views).toBeGreaterThan(0);
  });

  test('on YouTube do not wait for a report that fails', async () => {
    const { videoId } = await posted('youtube');
    publishing.sandbox.chaos.set('google', { error5xx: 1, only: '/v2/reports' });
    const row = await after(DAY, videoId, 'youtube', isMeasured);
    publishing.sandbox.chaos.set('google', { error5xx: 0, only: '' });
    expect(row).toMatchObject({ watch_seconds: null, code: null });
    expect(row.views).toBeGreaterThan(0);
  });

  test('of a post that was deleted at the platform stay as they were, with the cause', async () => {
    const { videoId } = await posted('youtube');
    const first = await after(HOUR, videoId, 'youtube', isMeasured);
    publishing.sandbox.store.collection('youtube-videos').delete(first.platform_post_id);
    const later = await after(5 * HOUR, videoId, 'youtube', (row) => expect(row.code).toBe('VIEWS_NOT_REPORTED'));
    expect(later).toMatchObject({ views: first.views, measured_at: first.measured_at });
  });

  test('are not asked with the token of another account', async () => {
    const { userId, videoId } = await posted('tiktok');
    await publishing.connect(userId, 'tiktok', { account: `other${userId.slice(0, 6)}` });
    await becomes(videoId, 'tiktok', (row) => expect(row.code).toBe('VIEWS_NOT_CONNECTED'));
  });

  test('wait for the next day once this cell has made its reads of YouTube', async () => {
    const { videoId } = await posted('youtube');
    const day = publishing.clock.now().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' });
    await sql`insert into platform_budgets (platform, scope, day, used) values ('youtube', 'reads', ${day}, 5000)
      on conflict (platform, scope, day) do update set used = 5000`.execute(publishing.db);
    await setDue(videoId, 'youtube');
    const row = await becomes(videoId, 'youtube', (one) => expect(one.code).toBe('VIEWS_DELAYED'));
    expect(row.next_at?.toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' })).not.toBe(day);
    await publishing.db.deleteFrom('platform_budgets').where('scope', '=', 'reads').execute();
  });

  test('stay when the account is disconnected', async () => {
    const { userId, videoId } = await posted('tiktok');
    const first = await after(DAY, videoId, 'tiktok', isMeasured);
    await publishing.call(userId, 'DELETE', '/api/social-connections/tiktok');
    const kept = await becomes(videoId, 'tiktok', (row) => expect(row.code).toBe('VIEWS_NOT_CONNECTED'));
    expect(kept.views).toBe(first.views);
    expect(Number(kept.next_at) - Number(kept.posted_at)).toBe(90 * DAY);
  });

  test('are deleted with the account, and no read brings them back', async () => {
    const { userId, videoId } = await posted('facebook');
    await after(HOUR, videoId, 'facebook', isMeasured);
    await publishing.publish(events.UserDeleted, { userId, revision: 2 });
    await eventually(async () => {
      const rows = publishing.db.selectFrom('post_measures').select('id').where('user_id', '=', userId);
      expect(await rows.execute()).toEqual([]);
    });
  });

  test('are forgotten when the person asks Meta for the deletion', async () => {
    const { userId, videoId } = await posted('facebook');
    await after(HOUR, videoId, 'facebook', isMeasured);
    const { provider_user_id: personId } = await connectionOf(userId, 'facebook');
    const claims = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', issued_at: 1, user_id: personId }));
    const payload = claims.toString('base64url');
    const signature = createHmac('sha256', credentials.facebook.appSecret).update(payload).digest('base64url');
    await publishing.app.http.app.inject({
      method: 'POST',
      url: '/api/meta/data-deletion',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ signed_request: `${signature}.${payload}` }).toString(),
    });
    await becomes(videoId, 'facebook', (row) => {
      expect(row).toMatchObject({ views: null, likes: null, measured_at: null, code: 'VIEWS_NOT_CONNECTED' });
    });
    const last = (await announced(videoId)).at(-1);
    expect(last).toMatchObject({ code: 'VIEWS_NOT_CONNECTED' });
    expect(last).not.toHaveProperty('views');
  });
});

async function allReads(): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(used), 0)::float8 as used from platform_budgets where scope = 'reads'`.execute(publishing.db);
  return rows[0]?.used ?? 0;
}

async function setDue(videoId: string, platform: Platform): Promise<void> {
  const { id } = await rowOf(videoId, platform);
  await publishing.db
    .updateTable('post_measures')
    .set({ next_at: publishing.clock.now() })
    .where('id', '=', id)
    .execute();
}
