import { type EmulatedPlatform as Platform, emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { eventually } from '@reelwright/testing';
import type { Checkpoint } from '../src/posting/engine.ts';
import { runPost } from '../src/posting/run-post.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('crash');
}, 60_000);
afterAll(() => publishing.stop());

const points: Checkpoint[] = [
  'before-intent',
  'after-intent',
  'before-call',
  'after-call',
  'before-result',
  'after-result',
];

/** A video staged on each platform, a minute before its time. */
async function staged<P extends Platform>(...wanted: P[]): Promise<Record<P, string>> {
  const videos = await Promise.all(
    wanted.map(async (platform) => {
      const userId = await publishing.creator(platform);
      const publishAt = new Date(publishing.clock.now().getTime() + MINUTE);
      const videoId = await publishing.requestVideo(userId, { publishAt });
      await publishing.finishVideo(userId, videoId);
      await publishing.postIn(videoId, platform, 'staged');
      return [platform, videoId] as const;
    }),
  );
  return Object.fromEntries(videos) as Record<P, string>;
}

function passTime(): void {
  publishing.clock.advance(MINUTE);
  publishing.app.wake();
}

async function expectOnePost(videoId: string, platform: Platform): Promise<void> {
  await publishing.postIn(videoId, platform, 'posted');
  expect({ platform, posts: publishing.published(videoId, platform) }).toEqual({ platform, posts: 1 });
  const attempts = await publishing.db
    .selectFrom('post_attempts')
    .innerJoin('posts', 'posts.id', 'post_attempts.post_id')
    .select('post_attempts.outcome')
    .where('video_id', '=', videoId)
    .where('step', '=', 'commit')
    .execute();
  expect(attempts.filter(({ outcome }) => outcome === 'posted')).toHaveLength(1);
}

/** Every state that was announced, in order. */
async function announcedStates(videoId: string): Promise<string[]> {
  const rows = await publishing.db
    .selectFrom('outbox')
    .select('payload')
    .where('key', '<>', '')
    .orderBy('id')
    .execute();
  return rows
    .map(({ payload }) => payload as { videoId?: string; state: string })
    .filter((payload) => payload.videoId === videoId)
    .map(({ state }) => state);
}

test.each(points)(
  'there is exactly one post after a process that dies %s',
  async (point) => {
    const videos = await staged(...platforms);
    for (const videoId of Object.values(videos)) publishing.dieAt(videoId, point);
    passTime();
    await Promise.all(platforms.map((platform) => expectOnePost(videos[platform], platform)));
    expect(platforms.filter((platform) => !publishing.hasDied(videos[platform]))).toEqual([]);
  },
  40_000,
);

/** The call of each platform that commits the post. */
const finalCalls = [
  ['youtube', 'google', 'PUT /upload/youtube'],
  ['tiktok', 'tiktok', 'PUT '],
  ['facebook', 'facebook', '/video_reels'],
  ['instagram', 'instagram', '/media_publish'],
] as const;

test.each(['timeoutAfterSuccess', 'error5xx'] as const)(
  '%s at the commit is reconciled, not repeated',
  async (fault) => {
    const videos = await staged(...platforms);
    for (const [, provider, only] of finalCalls) publishing.sandbox.chaos.set(provider, { [fault]: 1, limit: 1, only });
    passTime();
    await Promise.all(platforms.map((platform) => expectOnePost(videos[platform], platform)));
    for (const [, provider] of finalCalls)
      publishing.sandbox.chaos.set(provider, { [fault]: 0, limit: null, only: '' });
    for (const platform of platforms) {
      const states = await announcedStates(videos[platform]);
      expect({ platform, asked: states.includes('unconfirmed'), last: states.at(-1) }).toEqual({
        platform,
        asked: true,
        last: 'posted',
      });
    }
  },
  40_000,
);

test('after a process that dies after staging, one post is visible', async () => {
  const userId = await publishing.creator('facebook');
  const publishAt = new Date(publishing.clock.now().getTime() + MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  publishing.dieAt(videoId, 'staged');
  await publishing.finishVideo(userId, videoId);
  await eventually(() => expect(publishing.hasDied(videoId)).toBe(true));
  await publishing.postIn(videoId, 'facebook', 'staged');
  passTime();
  await publishing.postIn(videoId, 'facebook', 'posted');
  expect(publishing.published(videoId, 'facebook')).toBe(1);
});

test('a worker that has lost its lease writes nothing', async () => {
  const { youtube: videoId } = await staged('youtube');
  const post = await publishing.postIn(videoId, 'youtube', 'staged');
  await publishing.db.updateTable('posts').set({ lease_token: 99 }).where('id', '=', post.id).execute();
  const engine = publishing.app.engine;
  const { signal } = new AbortController();
  await expect(runPost(engine, post, { stopping: signal, cut: signal })).rejects.toThrow(/lease/);
  await publishing.postIn(videoId, 'youtube', 'staged');
});

test.each(platforms)(
  'a post on %s that is found half an hour later has the time of its commit',
  async (platform) => {
    const { [platform]: videoId } = await staged(platform);
    // Before the process dies, so before another one can find the post.
    const died = Promise.withResolvers<{ at: Date; sent: Date | null }>();
    publishing.meanwhile(videoId, 'after-call', async () => {
      const at = publishing.clock.now();
      const { sent_at: sent } = await publishing.db
        .selectFrom('posts')
        .select('sent_at')
        .where('video_id', '=', videoId)
        .executeTakeFirstOrThrow();
      // Without our own time, the platform's is used, if it gives one.
      const givesTime = platform !== 'tiktok';
      if (givesTime)
        await publishing.db.updateTable('posts').set({ sent_at: null }).where('video_id', '=', videoId).execute();
      publishing.clock.advance(30 * MINUTE);
      died.resolve({ at, sent });
    });
    publishing.dieAt(videoId, 'after-call');
    passTime();
    const sentAt = publishing.clock.now();
    const { at: diedAt, sent } = await died.promise;
    const expectSentThen = (at: Date | null) => {
      expect(Number(at)).toBeGreaterThan(sentAt.getTime() - 5_000);
      expect(Number(at)).toBeLessThan(diedAt.getTime() + 5_000);
    };
    expectSentThen(sent);
    const posted = await publishing.postIn(videoId, platform, 'posted');
    expectSentThen(posted.posted_at);
  },
  40_000,
);
