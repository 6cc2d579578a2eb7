import { emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { findConnection } from '../src/connections/connections.repository.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';
import { outageKinds, outagesOf } from './outages.ts';

const HOUR = 60 * MINUTE;
let publishing: Publishing;
const { setOutage, requestVideo, postOf, passTime } = outagesOf(() => publishing);

beforeAll(async () => {
  publishing = await startPublishing('long-outages');
}, 60_000);
afterEach(async () => {
  for (const platform of platforms) await setOutage(platform, undefined);
});
afterAll(() => publishing.stop());

const events = async (videoId: string) => {
  const { rows } = await sql<{ payload: Record<string, string> }>`
    select payload from outbox where payload->>'videoId' = ${videoId} order by id`.execute(publishing.db);
  return rows.map(({ payload }) => payload);
};

describe.each(platforms)('%s', (platform) => {
  test('a commit without a connection to the platform leaves the post staged', async () => {
    const { videoId, userId } = await requestVideo(platform);
    await publishing.finishVideo(userId, videoId);
    await publishing.postIn(videoId, platform, 'staged');
    await setOutage(platform, 'refused');
    await passTime(videoId, 3 * MINUTE, MINUTE);
    expect(await postOf(videoId)).toMatchObject({ state: 'staged', code: 'PROVIDER_UNREACHABLE' });
  }, 60_000);

  test.each(outageKinds)(
    'a post whose platform is %s until it is too late fails with that cause, and is not missed',
    async (how) => {
      const { videoId, userId } = await requestVideo(platform);
      await publishing.finishVideo(userId, videoId);
      await publishing.postIn(videoId, platform, 'staged');
      await setOutage(platform, how);
      await passTime(videoId, 4 * MINUTE, MINUTE);
      await passTime(videoId, 6 * HOUR);
      const { state, code } = await postOf(videoId);
      // Only a post that may be out stays open, to be reconciled.
      if (state === 'unconfirmed') {
        await setOutage(platform, undefined);
        await passTime(videoId, HOUR);
      }
      const ended = await postOf(videoId);
      expect([ended.state, ended.code]).toEqual([
        'failed',
        how === 'refused' ? 'PROVIDER_UNREACHABLE' : 'PROVIDER_ERROR',
      ]);
      expect(code).not.toBeNull();
      await setOutage(platform, undefined);
      expect(publishing.published(videoId, platform)).toBe(0);
    },
    60_000,
  );

  test('unreadable answers to a refresh end no connection, and replace no tokens', async () => {
    const userId = await publishing.creator(platform);
    const before = await findConnection(publishing.db, userId, platform);
    await setOutage(platform, 'garbage');
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
    await setOutage(platform, undefined);
    const after = await findConnection(publishing.db, userId, platform);
    expect(after).toMatchObject({ state: 'connected', access_token: before?.access_token });
  });
});

test('the time of each next try is announced, not only of the first', async () => {
  const { videoId, userId } = await requestVideo('tiktok');
  await setOutage('tiktok', 'refused');
  await publishing.finishVideo(userId, videoId);
  await eventually(async () => expect((await postOf(videoId)).code).toBe('PROVIDER_UNREACHABLE'));
  await passTime(videoId, HOUR);
  const announced = (await events(videoId)).filter(({ code }) => code === 'PROVIDER_UNREACHABLE');
  const { next_action_at: next } = await postOf(videoId);
  expect(announced.at(-1)?.nextCheckAt).toBe(next?.toISOString());
  await setOutage('tiktok', undefined);
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
  'a grant at %s is revoked, however many tries fail before (%s)',
  async (platform, how) => {
    const userId = await publishing.creator();
    // No other user posts with this account.
    const account = `u${userId.slice(0, 8)}${platform === 'youtube' ? '@example.com' : ''}`;
    await publishing.connect(userId, platform, { account });
    const row = await findConnection(publishing.db, userId, platform);
    await setOutage(platform, how);
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
    await setOutage(platform, undefined);
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
