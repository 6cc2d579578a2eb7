import type { Away } from '@reelwright/sandbox';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { findConnection } from '../src/connections/connections.repository.ts';
import { type Platform, platforms } from '../src/platforms/platform.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

const HOUR = 60 * MINUTE;
const PROVIDER = { youtube: 'google', tiktok: 'tiktok', facebook: 'facebook', instagram: 'instagram' } as const;
let publishing: Publishing;
beforeAll(async () => {
  publishing = await startPublishing('outages');
}, 60_000);
afterEach(async () => {
  for (const platform of platforms) await setAway(platform, undefined);
});
afterAll(() => publishing.stop());

type How = Away | 'garbage';
const hows = ['refused', 'unavailable', 'garbage'] as const;

async function setAway(platform: Platform, how: How | undefined): Promise<void> {
  const provider = PROVIDER[platform];
  publishing.sandbox.chaos.set(provider, { garbage: how === 'garbage' ? 1 : 0 });
  await publishing.sandbox.setAway(provider, how === 'garbage' ? undefined : how);
}

/** A finished video of a new person, due in two minutes. */
async function ordered(platform: Platform): Promise<{ videoId: string; userId: string }> {
  const userId = await publishing.creator(platform);
  const publishAt = new Date(publishing.clock.now().getTime() + 2 * MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  return { videoId, userId };
}

const targetOf = (videoId: string) =>
  publishing.db.selectFrom('post_targets').selectAll().where('video_id', '=', videoId).executeTakeFirstOrThrow();

/** Product time in steps; at each, everything that is due is done before it goes on. */
async function passTime(videoId: string, totalMs: number, stepMs = 10 * MINUTE): Promise<void> {
  for (let passed = 0; passed < totalMs; passed += stepMs) {
    publishing.clock.advance(Math.min(stepMs, totalMs - passed));
    publishing.app.wake();
    await eventually(
      async () => {
        const { next_action_at: next, leased_until: leased, state, code } = await targetOf(videoId);
        if (leased || (next && next <= publishing.clock.now())) throw new Error(`${state} ${code} is still due`);
      },
      { timeoutMs: 10_000, everyMs: 10 },
    );
  }
}

const events = async (videoId: string) => {
  const { rows } = await sql<{ payload: Record<string, string> }>`
    select payload from outbox where payload->>'videoId' = ${videoId} order by id`.execute(publishing.db);
  return rows.map(({ payload }) => payload);
};

describe.each(platforms)('%s', (platform) => {
  test.each(hows)(
    'away (%s) from before the hour until five minutes before the last one has the post, once',
    async (how) => {
      const { videoId, userId } = await ordered(platform);
      await setAway(platform, how);
      await publishing.finishVideo(userId, videoId);
      await eventually(async () => expect((await targetOf(videoId)).code).not.toBeNull());
      await passTime(videoId, 2 * MINUTE + 5 * HOUR + 55 * MINUTE);
      expect((await targetOf(videoId)).state).toBe('waiting');
      await setAway(platform, undefined);
      await passTime(videoId, 4 * MINUTE, MINUTE);
      await publishing.carriedTo(videoId, platform, 'posted');
      expect(publishing.published(videoId, platform)).toBe(1);
    },
    60_000,
  );

  test.each(hows)(
    'away (%s) from the copy on, at its hour and for most of an hour, has the post, once and soon',
    async (how) => {
      const { videoId, userId } = await ordered(platform);
      await publishing.finishVideo(userId, videoId);
      await publishing.targetIn(videoId, platform, 'staged');
      await setAway(platform, how);
      await passTime(videoId, 52 * MINUTE, 2 * MINUTE);
      const { state } = await targetOf(videoId);
      // Only an answer that was lost leaves something to ask about.
      expect(['staged', 'waiting', ...(how === 'refused' ? [] : ['unconfirmed'])]).toContain(state);
      await setAway(platform, undefined);
      await passTime(videoId, 10 * MINUTE);
      // That a call never arrived counts after some real time only: then it is asked about again within 10 minutes.
      await publishing.carriedTo(videoId, platform, 'posted');
      expect(publishing.published(videoId, platform)).toBe(1);
    },
    60_000,
  );

  test('a commit that found no connection was not made: the post stays staged', async () => {
    const { videoId, userId } = await ordered(platform);
    await publishing.finishVideo(userId, videoId);
    await publishing.targetIn(videoId, platform, 'staged');
    await setAway(platform, 'refused');
    await passTime(videoId, 3 * MINUTE, MINUTE);
    expect(await targetOf(videoId)).toMatchObject({ state: 'staged', code: 'PROVIDER_UNREACHABLE' });
  }, 60_000);

  test.each(hows)(
    'away (%s) until the end fails with its cause, and not as missed',
    async (how) => {
      const { videoId, userId } = await ordered(platform);
      await publishing.finishVideo(userId, videoId);
      await publishing.targetIn(videoId, platform, 'staged');
      await setAway(platform, how);
      await passTime(videoId, 4 * MINUTE, MINUTE);
      await passTime(videoId, 6 * HOUR);
      const { state, code } = await targetOf(videoId);
      // What may be out is asked about; nothing else stays open.
      if (state === 'unconfirmed') {
        await setAway(platform, undefined);
        await passTime(videoId, HOUR);
      }
      const ended = await targetOf(videoId);
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
  await eventually(async () => expect((await targetOf(videoId)).code).toBe('PROVIDER_UNREACHABLE'));
  await passTime(videoId, HOUR);
  const said = (await events(videoId)).filter(({ code }) => code === 'PROVIDER_UNREACHABLE');
  const { next_action_at: next } = await targetOf(videoId);
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
