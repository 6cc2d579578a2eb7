import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { findConnection } from '../src/connections/connections.repository.ts';
import { platforms } from '../src/platforms/platform.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';
import { hows, outagesOf } from './outages.ts';

const HOUR = 60 * MINUTE;
let publishing: Publishing;
const { setAway, ordered, postOf, passTime } = outagesOf(() => publishing);

beforeAll(async () => {
  publishing = await startPublishing('long-outages');
}, 60_000);
afterEach(async () => {
  for (const platform of platforms) await setAway(platform, undefined);
});
afterAll(() => publishing.stop());

const events = async (videoId: string) => {
  const { rows } = await sql<{ payload: Record<string, string> }>`
    select payload from outbox where payload->>'videoId' = ${videoId} order by id`.execute(publishing.db);
  return rows.map(({ payload }) => payload);
};

describe.each(platforms)('%s', (platform) => {
  test('a commit that found no connection was not made: the post stays staged', async () => {
    const { videoId, userId } = await ordered(platform);
    await publishing.finishVideo(userId, videoId);
    await publishing.postIn(videoId, platform, 'staged');
    await setAway(platform, 'refused');
    await passTime(videoId, 3 * MINUTE, MINUTE);
    expect(await postOf(videoId)).toMatchObject({ state: 'staged', code: 'PROVIDER_UNREACHABLE' });
  }, 60_000);

  test.each(hows)(
    'away (%s) until the end fails with its cause, and not as missed',
    async (how) => {
      const { videoId, userId } = await ordered(platform);
      await publishing.finishVideo(userId, videoId);
      await publishing.postIn(videoId, platform, 'staged');
      await setAway(platform, how);
      await passTime(videoId, 4 * MINUTE, MINUTE);
      await passTime(videoId, 6 * HOUR);
      const { state, code } = await postOf(videoId);
      // What may be out is asked about; nothing else stays open.
      if (state === 'unconfirmed') {
        await setAway(platform, undefined);
        await passTime(videoId, HOUR);
      }
      const ended = await postOf(videoId);
      expect([ended.state, ended.code]).toEqual([
        'failed',
        how === 'refused' ? 'PROVIDER_UNREACHABLE' : 'PROVIDER_ERROR',
      ]);
      expect(code).not.toBeNull();
      await setAway(platform, undefined);
      expect(publishing.published(videoId, platform)).toBe(0);
    },
    60_000,
  );

  test('answers of garbage to a refresh end no connection, and replace no tokens', async () => {
    const userId = await publishing.creator(platform);
    const before = await findConnection(publishing.db, userId, platform);
    await setAway(platform, 'garbage');
    await publishing.db
      .updateTable('social_connections')
      .set({ next_action_at: new Date(0), issued_at: new Date(Date.now() - 2 * 24 * HOUR) })
      .where('user_id', '=', userId)
      .execute();
    await eventually(async () => {
      const row = await findConnection(publishing.db, userId, platform);
      expect(row?.next_action_at?.getTime()).not.toBe(0);
      expect(row?.lease_token).toBeGreaterThan(before?.lease_token ?? 0);
    });
    await setAway(platform, undefined);
    const after = await findConnection(publishing.db, userId, platform);
    expect(after).toMatchObject({ state: 'connected', access_token: before?.access_token });
  });
});

test('each next try is announced, and not the first one only', async () => {
  const { videoId, userId } = await ordered('tiktok');
  await setAway('tiktok', 'refused');
  await publishing.finishVideo(userId, videoId);
  await eventually(async () => expect((await postOf(videoId)).code).toBe('PROVIDER_UNREACHABLE'));
  await passTime(videoId, HOUR);
  const said = (await events(videoId)).filter(({ code }) => code === 'PROVIDER_UNREACHABLE');
  const { next_action_at: next } = await postOf(videoId);
  expect(said.at(-1)?.nextCheckAt).toBe(next?.toISOString());
  await setAway('tiktok', undefined);
  await passTime(videoId, HOUR);
  await publishing.carriedTo(videoId, 'tiktok', 'posted');
});

test.each([
  ['tiktok', 'refused'],
  ['tiktok', 'garbage'],
  ['youtube', 'refused'],
  ['youtube', 'garbage'],
  ['facebook', 'refused'],
  ['facebook', 'garbage'],
] as const)(
  'a grant at %s is given back however many tries its platform is away for (%s)',
  async (platform, how) => {
    const userId = await publishing.creator();
    // Nobody else posts with this account.
    const account = `u${userId.slice(0, 8)}${platform === 'youtube' ? '@example.com' : ''}`;
    await publishing.connect(userId, platform, { account });
    const row = await findConnection(publishing.db, userId, platform);
    await setAway(platform, how);
    await publishing.call(userId, 'DELETE', `/api/social-connections/${platform}`);
    const due = () =>
      publishing.db
        .updateTable('social_connections')
        .set({ next_action_at: new Date() })
        .where('id', '=', row?.id ?? '')
        .where('leased_until', 'is', null)
        .where('revoke_pending', '=', true)
        .execute();
    await eventually(
      async () => {
        await due();
        expect((await findConnection(publishing.db, userId, platform))?.revoke_tries).toBeGreaterThan(7);
      },
      { timeoutMs: 20_000 },
    );
    await setAway(platform, undefined);
    await eventually(async () => {
      await due();
      expect(await findConnection(publishing.db, userId, platform)).toMatchObject({
        revoke_pending: false,
        access_token: null,
      });
    });
    expect((await findConnection(publishing.db, userId, platform))?.revoke_tries).toBeGreaterThan(7);
  },
  30_000,
);
