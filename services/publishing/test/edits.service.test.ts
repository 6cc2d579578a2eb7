import { randomUUID } from 'node:crypto';
import { events } from '@reelwright/contracts';
import { emulatedPlatforms } from '@reelwright/sandbox/platforms';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import type { VideoRow } from '../src/database.ts';
import { alignPosts } from '../src/posts/align-posts.ts';
import { describeCause } from '../src/posts/post-cause.ts';
import { lockVideo, updateVideo } from '../src/videos/videos.repository.ts';
import { english, MINUTE, type Publishing, startPublishing } from './harness.ts';

const HOUR = 60 * MINUTE;
let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('edits');
}, 60_000);
afterAll(() => publishing.stop());

/** A video staged on Facebook, due in ten minutes. */
async function staged(): Promise<{ userId: string; videoId: string; publishAt: Date }> {
  const userId = await publishing.creator('facebook');
  const publishAt = new Date(publishing.clock.now().getTime() + 10 * MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.finishVideo(userId, videoId);
  await publishing.postIn(videoId, 'facebook', 'staged');
  return { userId, videoId, publishAt };
}

function pass(ms: number): void {
  publishing.clock.advance(ms);
  publishing.app.wake();
}

async function reschedule(given: {
  userId: string;
  videoId: string;
  publishAt: Date;
  revision: number;
  platforms?: string[];
  title?: string;
  caption?: string;
  captions?: { platform: string; text: string }[];
}) {
  const { publishAt, ...rest } = given;
  await publishing.publish(
    events.VideoRescheduled,
    events.VideoRescheduled.codec.fromJSON({
      caption: `clip ${given.videoId}`,
      platforms: [],
      ...rest,
      publishAt: publishAt.toISOString(),
    }),
  );
}

async function cancel(userId: string, videoId: string, revision: number): Promise<void> {
  await publishing.publish(events.VideoCancelled, events.VideoCancelled.codec.fromJSON({ userId, videoId, revision }));
}

/** The database, which calls `onRead` before each read of videos. */
const watchingVideos = (onRead: () => void) =>
  publishing.db.withPlugin({
    transformQuery({ node }) {
      const isRead = node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('"videos"');
      if (isRead) onRead();
      return node;
    },
    transformResult: async ({ result }) => result,
  });

const postOf = (videoId: string) => publishing.db.selectFrom('posts').select('id').where('video_id', '=', videoId);

/** How many sessions of the database wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(publishing.db);
  return rows[0]?.waiting ?? 0;
}

function reelDrafts(): number {
  return publishing.sandbox.store.collection('facebook-reels').all().length;
}

it('the posts of a moved video are placed and announced without reading it again', async () => {
  const userId = await publishing.creator(...emulatedPlatforms);
  const now = publishing.clock.now();
  const videoId = await publishing.requestVideo(userId, { publishAt: new Date(now.getTime() + 3 * HOUR) });
  for (const platform of emulatedPlatforms) await publishing.postIn(videoId, platform, 'waiting');
  let reads = 0;
  const db = watchingVideos(() => {
    reads++;
  });
  const later = new Date(now.getTime() + 4 * HOUR);
  await db.transaction().execute(async (trx) => {
    const video = await updateVideo(trx, videoId, { publish_at: later });
    await alignPosts(trx, { video, reopen: true, moved: true }, { now, limits: publishing.app.engine.limits });
  });
  for (const platform of emulatedPlatforms) {
    expect((await publishing.postIn(videoId, platform, 'waiting')).due_at).toEqual(later);
  }
  expect(reads).toBe(0);
});

describe('a staged video', () => {
  test('that is moved goes out at its new time', async () => {
    const { userId, videoId, publishAt } = await staged();
    const later = new Date(publishAt.getTime() + HOUR);
    await reschedule({ userId, videoId, publishAt: later, revision: 2 });
    await eventually(async () => {
      expect((await publishing.postIn(videoId, 'facebook', 'staged')).due_at).toEqual(later);
    });
    pass(11 * MINUTE);
    await publishing.requestVideo(userId, { videoId, publishAt, revision: 1 }); // an older revision, delivered late
    const waiting = await publishing.postIn(videoId, 'facebook', 'staged');
    expect(waiting.due_at).toEqual(later);
    expect(publishing.published(videoId, 'facebook')).toBe(0);
    pass(HOUR);
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(publishing.published(videoId, 'facebook')).toBe(1);
  });

  test('that is cancelled is discarded at the platform and never goes out', async () => {
    const { userId, videoId } = await staged();
    const drafts = reelDrafts();
    await cancel(userId, videoId, 2);
    const post = await publishing.postIn(videoId, 'facebook', 'cancelled');
    expect(post.handle).toBeNull();
    if (drafts > 0) expect(reelDrafts()).toBeLessThanOrEqual(drafts);
    pass(20 * MINUTE);
    expect(publishing.published(videoId, 'facebook')).toBe(0);
  });

  test('that is regenerated waits for the new render and posts only that', async () => {
    const { userId, videoId, publishAt } = await staged();
    const first = (await publishing.postIn(videoId, 'facebook', 'staged')).handle as { videoId: string };
    await publishing.requestVideo(userId, { videoId, publishAt, variation: 1, revision: 2 });
    await publishing.postIn(videoId, 'facebook', 'waiting');
    await publishing.finishVideo(userId, videoId, 1);
    const again = (await publishing.postIn(videoId, 'facebook', 'staged')).handle as { videoId: string };
    expect(again.videoId).not.toBe(first.videoId);
    pass(11 * MINUTE);
    const posted = await publishing.postIn(videoId, 'facebook', 'posted');
    expect(posted.platform_post_id).toBe(again.videoId);
    expect(publishing.published(videoId, 'facebook')).toBe(1);
  });

  test('that gets another caption is staged again, and goes out with as much of it in its title as fits', async () => {
    const { userId, videoId, publishAt } = await staged();
    const first = (await publishing.postIn(videoId, 'facebook', 'staged')).content_key;
    const caption = `better words ${videoId}`.padEnd(300, 'a');
    await reschedule({ userId, videoId, publishAt, revision: 2, caption });
    await eventually(async () => {
      expect((await publishing.postIn(videoId, 'facebook', 'staged')).content_key).not.toBe(first);
    });
    pass(11 * MINUTE);
    const { platform_post_id: id } = await publishing.postIn(videoId, 'facebook', 'posted');
    expect(publishing.published(caption, 'facebook')).toBe(1);
    const reel = publishing.sandbox.store.collection('facebook-reels').get(String(id));
    expect(reel).toMatchObject({ title: caption.slice(0, 255), description: caption });
  });

  test('whose text on one platform changes is staged again there, and only there', async () => {
    const userId = await publishing.creator('facebook', 'youtube');
    const publishAt = new Date(publishing.clock.now().getTime() + 10 * MINUTE);
    const videoId = await publishing.requestVideo(userId, { publishAt });
    await publishing.finishVideo(userId, videoId);
    const keyOn = async (platform: 'facebook' | 'youtube') =>
      (await publishing.postIn(videoId, platform, 'staged')).content_key;
    const before = { facebook: await keyOn('facebook'), youtube: await keyOn('youtube') };
    const text = `only here: clip ${videoId}`;
    const captions = [{ platform: 'facebook', text }];
    await reschedule({ userId, videoId, publishAt, revision: 2, captions });
    await eventually(async () => expect(await keyOn('facebook')).not.toBe(before.facebook));
    expect(await keyOn('youtube')).toBe(before.youtube);
    pass(11 * MINUTE);
    const { platform_post_id: id } = await publishing.postIn(videoId, 'facebook', 'posted');
    const reel = publishing.sandbox.store.collection('facebook-reels').get(String(id));
    expect(reel).toMatchObject({ title: text, description: text });
    await publishing.postIn(videoId, 'youtube', 'posted');
    const posted = publishing.sandbox.journal.read({ provider: 'google', act: 'post-published' });
    expect(posted.filter(({ key }) => key === `clip ${videoId}`)).toHaveLength(1);
  });

  test('that gets a title of its own is staged again, and goes out with it', async () => {
    const { userId, videoId, publishAt } = await staged();
    const first = (await publishing.postIn(videoId, 'facebook', 'staged')).content_key;
    const texts = { title: `I <3 "you"${'🎬'.repeat(90)}`, caption: `1 < 2: clip ${videoId}` };
    await reschedule({ userId, videoId, publishAt, revision: 2, ...texts });
    await eventually(async () => {
      expect((await publishing.postIn(videoId, 'facebook', 'staged')).content_key).not.toBe(first);
    });
    pass(11 * MINUTE);
    const { platform_post_id: id } = await publishing.postIn(videoId, 'facebook', 'posted');
    const reel = publishing.sandbox.store.collection('facebook-reels').get(String(id));
    expect(reel).toMatchObject({ title: texts.title, description: texts.caption });
  });

  test('whose entry no longer names the platform does not go there', async () => {
    const { userId, videoId, publishAt } = await staged();
    await reschedule({ userId, videoId, publishAt, revision: 2, platforms: ['youtube'] });
    expect((await publishing.postIn(videoId, 'facebook', 'cancelled')).code).toBe('NOT_WANTED');
  });

  test('that is out is not changed by a late cancellation', async () => {
    const { userId, videoId } = await staged();
    pass(11 * MINUTE);
    await publishing.postIn(videoId, 'facebook', 'posted');
    await cancel(userId, videoId, 2);
    await eventually(async () => {
      const video = await publishing.db
        .selectFrom('videos')
        .select('cancelled_at')
        .where('id', '=', videoId)
        .executeTakeFirst();
      expect(video?.cancelled_at).not.toBeNull();
    });
    await publishing.postIn(videoId, 'facebook', 'posted');
  });

  test('that goes out hours late has the code POSTED_LATE', async () => {
    const { videoId } = await staged();
    pass(2 * HOUR);
    const posted = await publishing.postIn(videoId, 'facebook', 'posted');
    expect(posted.code).toBe('POSTED_LATE');
    // Facebook was available: no worker ran until then.
    expect(describeCause(posted, english).message).toBe('It went out 110 minutes late, because we were held up.');
  });

  test("that its platform delayed beyond its time has the platform's cause", async () => {
    const { videoId } = await staged();
    publishing.sandbox.chaos.set('facebook', { rate429: 1 });
    await eventually(
      async () => {
        const row = await publishing.postIn(videoId, 'facebook', 'staged');
        const now = publishing.clock.now().getTime();
        // Product time moves only to the next try. If it passed several, we would be the reason for the delay.
        const untilNextTry = (row.next_action_at?.getTime() ?? now) - now;
        if (untilNextTry > 0) pass(untilNextTry);
        expect(row.code).toBe('RATE_LIMITED');
        expect(now - row.due_at.getTime()).toBeGreaterThan(15 * MINUTE);
      },
      { timeoutMs: 20_000, everyMs: 50 },
    );
    publishing.sandbox.chaos.set('facebook', { rate429: 0 });
    const posted = await publishing.carriedTo(videoId, 'facebook', 'posted');
    expect({ ...posted, ...describeCause(posted, english) }).toMatchObject({
      code: 'POSTED_LATE',
      message: expect.stringMatching(
        /^It went out \d\d minutes late\. The reason, when it was due: Facebook asks us to slow down\.$/,
      ),
    });
  }, 40_000);

  test('that is 6 hours late is missed, and goes out when its user retries it', async () => {
    const { userId, videoId } = await staged();
    // The clock jumps over the due time, as if no worker had run.
    pass(10 * MINUTE + 6 * HOUR + MINUTE);
    expect((await publishing.postIn(videoId, 'facebook', 'missed')).code).toBe('MISSED');
    expect(publishing.published(videoId, 'facebook')).toBe(0);
    const reply = await publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/facebook/retry`);
    expect(reply.status).toBe(200);
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(publishing.published(videoId, 'facebook')).toBe(1);
  });
});

test('events that arrive twice, or out of order, make one post', async () => {
  const userId = await publishing.creator('facebook');
  const videoId = randomUUID();
  const publishAt = new Date(publishing.clock.now().getTime() + MINUTE);
  await publishing.finishVideo(userId, videoId);
  await publishing.requestVideo(userId, { videoId, publishAt });
  await publishing.requestVideo(userId, { videoId, publishAt });
  await publishing.finishVideo(userId, videoId);
  await publishing.postIn(videoId, 'facebook', 'staged');
  pass(2 * MINUTE);
  await publishing.postIn(videoId, 'facebook', 'posted');
  expect(publishing.published(videoId, 'facebook')).toBe(1);
});

test("an event about another user's video is ignored", async () => {
  const { videoId } = await staged();
  await publishing.publish(
    events.VideoCancelled,
    events.VideoCancelled.codec.fromJSON({ userId: randomUUID(), videoId, revision: 9 }),
  );
  const { userId, videoId: other } = await staged();
  await cancel(userId, other, 2);
  await publishing.postIn(other, 'facebook', 'cancelled');
  await publishing.postIn(videoId, 'facebook', 'staged');
});

test('a post fails with the cause of its failed render, and a later render reopens it', async () => {
  const userId = await publishing.creator('facebook');
  const publishAt = new Date(publishing.clock.now().getTime() + HOUR);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.publish(
    events.VideoFailed,
    events.VideoFailed.codec.fromJSON({ videoId, userId, variation: 0, code: 'MODEL_REFUSED' }),
  );
  expect((await publishing.postIn(videoId, 'facebook', 'failed')).code).toBe('VIDEO_FAILED');
  await publishing.requestVideo(userId, { videoId, publishAt, variation: 1, revision: 2 });
  await publishing.finishVideo(userId, videoId, 1);
  await publishing.postIn(videoId, 'facebook', 'staged');
});

async function applied(videoId: string, what: Partial<VideoRow>): Promise<void> {
  await eventually(async () => {
    const rows = publishing.db.selectFrom('videos').selectAll().where('id', '=', videoId);
    expect(await rows.executeTakeFirstOrThrow()).toMatchObject(what);
  });
}

describe('the time of a post', () => {
  async function missed(): Promise<{ userId: string; videoId: string; publishAt: Date }> {
    const entry = await staged();
    pass(10 * MINUTE + 6 * HOUR + MINUTE);
    await publishing.postIn(entry.videoId, 'facebook', 'missed');
    return entry;
  }

  test('stays now after a retry, whatever events of the video follow', async () => {
    const { userId, videoId, publishAt } = await missed();
    // Retried while its new render is not finished.
    await publishing.requestVideo(userId, { videoId, publishAt, variation: 1, revision: 2 });
    await applied(videoId, { revision: 2 });
    await publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/facebook/retry`);
    await publishing.finishVideo(userId, videoId, 1);
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(publishing.published(videoId, 'facebook')).toBe(1);
  });

  test('that a platform moved to the next day is changed by the calendar only', async () => {
    const { userId, videoId, publishAt } = await staged();
    const tomorrow = new Date(publishAt.getTime() + 24 * HOUR);
    const { id } = await publishing.postIn(videoId, 'facebook', 'staged');
    await publishing.db.updateTable('posts').set({ due_at: tomorrow }).where('id', '=', id).execute();
    const dueAt = async () => (await publishing.postIn(videoId, 'facebook', 'staged', 'waiting')).due_at;
    await reschedule({ userId, videoId, publishAt, revision: 2, caption: `better words ${videoId}` });
    await applied(videoId, { revision: 2 });
    expect(await dueAt()).toEqual(tomorrow);
    await publishing.finishVideo(userId, videoId, 1);
    await applied(videoId, { media_variation: 1 });
    expect(await dueAt()).toEqual(tomorrow);
    const later = new Date(publishAt.getTime() + 2 * HOUR);
    await reschedule({ userId, videoId, publishAt: later, revision: 3 });
    await applied(videoId, { revision: 3 });
    expect(await dueAt()).toEqual(later);
  });
});

async function fail(userId: string, videoId: string, variation: number): Promise<void> {
  await publishing.publish(
    events.VideoFailed,
    events.VideoFailed.codec.fromJSON({ videoId, userId, variation, code: 'MODEL_REFUSED' }),
  );
}

describe('a regeneration that failed', () => {
  test('keeps the earlier render, which goes out at its time', async () => {
    const { userId, videoId, publishAt } = await staged();
    await publishing.requestVideo(userId, { videoId, publishAt, variation: 1, revision: 2 });
    await publishing.postIn(videoId, 'facebook', 'waiting');
    await fail(userId, videoId, 1);
    expect((await publishing.postIn(videoId, 'facebook', 'staged')).code).toBeNull();
    pass(11 * MINUTE);
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(publishing.published(videoId, 'facebook')).toBe(1);
  });

  test('keeps the earlier render also when the failure arrives before the request', async () => {
    const { userId, videoId, publishAt } = await staged();
    await fail(userId, videoId, 1);
    await applied(videoId, { failure_code: 'MODEL_REFUSED' });
    await publishing.requestVideo(userId, { videoId, publishAt, variation: 1, revision: 2 });
    await applied(videoId, { revision: 2 });
    pass(11 * MINUTE);
    await publishing.postIn(videoId, 'facebook', 'posted');
  });

  test('is replaced by the next one that succeeds', async () => {
    const { userId, videoId, publishAt } = await staged();
    const first = (await publishing.postIn(videoId, 'facebook', 'staged')).content_key;
    await publishing.requestVideo(userId, { videoId, publishAt, variation: 1, revision: 2 });
    await fail(userId, videoId, 1);
    await publishing.requestVideo(userId, { videoId, publishAt, variation: 2, revision: 3 });
    await publishing.finishVideo(userId, videoId, 2);
    await eventually(async () => {
      const post = await publishing.postIn(videoId, 'facebook', 'staged');
      expect(post.content_key).not.toBe(first);
    });
  });
});

test('many edits while copies are staged, and a connection that changes meanwhile, cause no deadlock', async () => {
  const userId = await publishing.creator('facebook', 'youtube');
  const publishAt = new Date(publishing.clock.now().getTime() + 10 * MINUTE);
  const videoIds = await Promise.all([1, 2, 3].map(() => publishing.requestVideo(userId, { publishAt })));
  for (const videoId of videoIds) await publishing.finishVideo(userId, videoId);
  for (const videoId of videoIds) await publishing.postIn(videoId, 'youtube', 'staging', 'staged');
  for (let revision = 2; revision <= 24; revision += 1) {
    const caption = `reworded ${revision}`;
    await Promise.all(videoIds.map((videoId) => reschedule({ userId, videoId, publishAt, revision, caption })));
    if (revision % 6 === 0) await publishing.connect(userId, 'youtube', { account: 'nico.bianchi@example.com' });
  }
  pass(8 * MINUTE); // after so many edits the next copy waits until shortly before its time
  for (const videoId of videoIds) {
    await publishing.postIn(videoId, 'youtube', 'staged');
    await publishing.postIn(videoId, 'facebook', 'staged');
  }
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(publishing.db);
  expect(rows[0]?.deadlocks).toBe(0);
});

test('a post that is moved forward while it is decided that its next copy waits goes out at its new time', async () => {
  const { userId, videoId, publishAt } = await staged();
  const { db, clock } = publishing;
  // After so many copies, the next one waits until shortly before its time.
  const copy = await db
    .selectFrom('post_attempts')
    .selectAll()
    .where('post_id', 'in', postOf(videoId))
    .where('step', '=', 'stage')
    .executeTakeFirstOrThrow();
  const { id: _, ...columns } = copy;
  await db.insertInto('post_attempts').values(Array(20).fill(columns)).execute();
  await reschedule({ userId, videoId, publishAt, revision: 2, caption: `reworded ${videoId}` });
  await eventually(async () => {
    const { next_action_at: next } = await publishing.postIn(videoId, 'facebook', 'waiting');
    expect(next?.getTime()).toBe(publishAt.getTime() - 2 * MINUTE);
  });
  const sooner = new Date(publishAt.getTime() - 6 * MINUTE);
  await db.transaction().execute(async (trx) => {
    const video = await lockVideo(trx, videoId, userId);
    if (!video) throw new Error('there is no such video');
    await db.updateTable('posts').set({ next_action_at: clock.now() }).where('video_id', '=', videoId).execute();
    publishing.app.wake();
    await eventually(async () => expect(await waitingForLocks()).toBeGreaterThan(0));
    const moved = await updateVideo(trx, videoId, { publish_at: sooner });
    const { limits } = publishing.app.engine;
    await alignPosts(trx, { video: moved, reopen: true, moved: true }, { now: clock.now(), limits });
  });
  await eventually(async () => {
    const post = await publishing.postIn(videoId, 'facebook', 'waiting');
    expect([post.due_at, post.lease_token === null || post.leased_until === null]).toEqual([sooner, true]);
  });
  pass(4 * MINUTE);
  await publishing.postIn(videoId, 'facebook', 'posted');
});

test('a post that is edited many times needs few uploads, and has its last caption at its time', async () => {
  pass(24 * 60 * MINUTE); // YouTube accepts a number of uploads a day from all users, and the tests above use most of them
  const userId = await publishing.creator('youtube');
  const publishAt = new Date(publishing.clock.now().getTime() + 10 * MINUTE);
  const begun = publishing.clock.now().getTime();
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.finishVideo(userId, videoId);
  await publishing.postIn(videoId, 'youtube', 'staged');
  for (let revision = 2; revision <= 21; revision += 1) {
    await reschedule({ userId, videoId, publishAt, revision, caption: `reworded ${revision} ${videoId}` });
    await eventually(async () => {
      const video = await publishing.db
        .selectFrom('videos')
        .select('revision')
        .where('id', '=', videoId)
        .executeTakeFirst();
      expect(video?.revision).toBe(revision);
    });
  }
  const copies = await publishing.db
    .selectFrom('post_attempts as a')
    .innerJoin('posts as t', 't.id', 'a.post_id')
    .select('a.id')
    .where('t.video_id', '=', videoId)
    .where('a.step', '=', 'stage')
    .execute();
  // From the third copy on, each waits twice as long as the one before, which limits their number.
  const passed = publishing.clock.now().getTime() - begun;
  expect(copies.length).toBeLessThanOrEqual(2 + Math.log2(1 + passed / publishing.timings.restageDelayMs));
  pass(8 * MINUTE);
  await publishing.postIn(videoId, 'youtube', 'staged');
  pass(2 * MINUTE);
  const { platform_post_id: id } = await publishing.postIn(videoId, 'youtube', 'posted');
  const posted = publishing.sandbox.store.collection<{ id: string; title?: string }>('youtube-videos').all();
  expect(JSON.stringify(posted.find((video) => video.id === id))).toContain(`reworded 21 ${videoId}`);
});
