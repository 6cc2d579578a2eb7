import { randomUUID } from 'node:crypto';
import { events, PublishingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { eventually } from '@reelwright/testing';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

const HOUR = 60 * MINUTE;
let publishing: Publishing;
let rereadTimeoutMs: number;

beforeAll(async () => {
  publishing = await startPublishing('reread-entry');
  ({ rereadTimeoutMs } = publishing.timings);
}, 60_000);
afterAll(() => publishing.stop());
afterEach(async () => {
  publishing.timings.rereadTimeoutMs = rereadTimeoutMs;
  publishing.neighbours.calendar.hang(false);
  await publishing.neighbours.calendar.goDown();
  await publishing.neighbours.calendar.comeUp();
  publishing.neighbours.accounts.hang(false);
  await publishing.neighbours.accounts.goDown();
  await publishing.neighbours.accounts.comeUp();
});

interface Staged {
  userId: string;
  videoId: string;
  publishAt: Date;
}

/** A video staged on Facebook, due in ten minutes. */
async function staged(): Promise<Staged> {
  const userId = await publishing.creator('facebook');
  const publishAt = new Date(publishing.clock.now().getTime() + 10 * MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.finishVideo(userId, videoId);
  await publishing.postIn(videoId, 'facebook', 'staged');
  return { userId, videoId, publishAt };
}

/** Changes an entry in scheduling without an event, as while the broker is down. */
function changeWithoutEvent({ userId, videoId }: Staged, change: object): void {
  publishing.neighbours.calendar.setEntry({ userId, videoId, revision: 2, ...change });
}

function fallDue(): void {
  publishing.clock.advance(11 * MINUTE);
  publishing.app.wake();
}

const draft = (handle: unknown) =>
  publishing.sandbox.store.collection('facebook-reels').get((handle as { videoId: string }).videoId);
const asked = (videoId: string) => publishing.neighbours.calendar.asked.filter((id) => id === videoId).length;

describe('an edit whose event has not arrived when the post falls due', () => {
  test('a removed entry is not posted, and its staged copy is discarded', async () => {
    const entry = await staged();
    const { handle } = await publishing.postIn(entry.videoId, 'facebook', 'staged');
    expect(draft(handle)).toMatchObject({ uploaded: true });
    changeWithoutEvent(entry, { state: 'cancelled' });
    fallDue();
    const post = await publishing.postIn(entry.videoId, 'facebook', 'cancelled');
    expect([post.code, post.handle]).toEqual(['ENTRY_CANCELLED', null]);
    expect(publishing.published(entry.videoId, 'facebook')).toBe(0);
    expect(draft(handle)).toBeUndefined();
  });

  test('a moved entry waits for its new time', async () => {
    const entry = await staged();
    const later = new Date(entry.publishAt.getTime() + HOUR);
    changeWithoutEvent(entry, { publishAt: later });
    fallDue();
    await eventually(async () => {
      expect((await publishing.postIn(entry.videoId, 'facebook', 'staged')).due_at).toEqual(later);
    });
    expect(publishing.published(entry.videoId, 'facebook')).toBe(0);
    publishing.clock.advance(HOUR);
    publishing.app.wake();
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(publishing.published(entry.videoId, 'facebook')).toBe(1);
  });

  test('a regenerated video waits for the new render, and only that is posted', async () => {
    const entry = await staged();
    const first = await publishing.postIn(entry.videoId, 'facebook', 'staged');
    changeWithoutEvent(entry, { variation: 1 });
    fallDue();
    const waiting = await publishing.postIn(entry.videoId, 'facebook', 'waiting');
    expect(waiting.handle).toBeNull();
    await publishing.finishVideo(entry.userId, entry.videoId, 1);
    const posted = await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(posted.platform_post_id).not.toBe((first.handle as { videoId: string }).videoId);
    expect(publishing.published(entry.videoId, 'facebook')).toBe(1);
  });

  test('a regeneration that fails leaves the earlier render to go out', async () => {
    const entry = await staged();
    changeWithoutEvent(entry, { variation: 1 });
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'waiting');
    await publishing.publish(
      events.VideoFailed,
      events.VideoFailed.codec.fromJSON({ ...entry, variation: 1, code: 'MODEL_REFUSED' }),
    );
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
  });

  test('a title of its own is staged again and posted', async () => {
    const entry = await staged();
    changeWithoutEvent(entry, { title: 'Ours', publishAt: entry.publishAt, caption: `clip ${entry.videoId}` });
    fallDue();
    const { platform_post_id: id } = await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(draft({ videoId: id })).toMatchObject({ title: 'Ours' });
  });

  test('another caption is staged again and posted', async () => {
    const entry = await staged();
    const caption = `better words ${entry.videoId}`;
    changeWithoutEvent(entry, { caption });
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(publishing.published(caption, 'facebook')).toBe(1);
    expect(publishing.published(`clip ${entry.videoId}`, 'facebook')).toBe(0);
  });

  test('another text of the platform is staged again and posted, and a planned entry keeps the one of its video', async () => {
    const [entry, planned] = [await staged(), await staged()];
    const text = `words for Facebook ${entry.videoId}`;
    const captions = (words: string) => [{ platform: 'facebook', text: words }];
    changeWithoutEvent(entry, { caption: `clip ${entry.videoId}`, captions: captions(text) });
    changeWithoutEvent(planned, { state: 'planned', publishAt: planned.publishAt, captions: captions('too early') });
    fallDue();
    for (const { videoId } of [entry, planned]) await publishing.postIn(videoId, 'facebook', 'posted');
    expect(publishing.published(text, 'facebook')).toBe(1);
    expect(publishing.published(`clip ${entry.videoId}`, 'facebook')).toBe(0);
    expect(publishing.published(`clip ${planned.videoId}`, 'facebook')).toBe(1);
  });

  test('an entry that no longer names the platform does not go there', async () => {
    const entry = await staged();
    changeWithoutEvent(entry, { platforms: ['youtube'] });
    fallDue();
    expect((await publishing.postIn(entry.videoId, 'facebook', 'cancelled')).code).toBe('NOT_WANTED');
    expect(publishing.published(entry.videoId, 'facebook')).toBe(0);
  });

  test('an entry that is planned again waits for its time and its new video', async () => {
    const entry = await staged();
    const later = new Date(entry.publishAt.getTime() + 48 * HOUR);
    changeWithoutEvent(entry, { state: 'planned', variation: 1, publishAt: later });
    fallDue();
    expect((await publishing.postIn(entry.videoId, 'facebook', 'waiting')).due_at).toEqual(later);
    expect(publishing.published(entry.videoId, 'facebook')).toBe(0);
  });

  test('a video that was erased with its account is not posted', async () => {
    const entry = await staged();
    publishing.neighbours.calendar.erased.add(entry.userId);
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'cancelled');
    expect(publishing.published(entry.videoId, 'facebook')).toBe(0);
  });

  test('an entry that a restored scheduling no longer has goes out as it was last known', async () => {
    const entry = await staged();
    publishing.neighbours.calendar.entries.delete(entry.videoId);
    publishing.timings.rereadTimeoutMs = 500;
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(publishing.published(entry.videoId, 'facebook')).toBe(1);
  });

  test('an answer older than the last event changes nothing', async () => {
    const entry = await staged();
    const known = publishing.neighbours.calendar.entries.get(entry.videoId);
    await publishing.publish(
      events.VideoRescheduled,
      events.VideoRescheduled.codec.fromJSON({ ...known, publishAt: entry.publishAt.toISOString(), revision: 3 }),
    );
    await eventually(async () => {
      const video = publishing.db.selectFrom('videos').select('revision').where('id', '=', entry.videoId);
      expect((await video.executeTakeFirstOrThrow()).revision).toBe(3);
    });
    publishing.neighbours.calendar.entries.set(entry.videoId, { ...known, state: 'cancelled' } as never);
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(publishing.published(entry.videoId, 'facebook')).toBe(1);
  });

  test('an event that arrives after the answer changes nothing', async () => {
    const entry = await staged();
    changeWithoutEvent(entry, { state: 'cancelled', revision: 3 });
    fallDue();
    const withdrawn = await publishing.postIn(entry.videoId, 'facebook', 'cancelled');
    await publishing.publish(
      events.VideoRescheduled,
      events.VideoRescheduled.codec.fromJSON({
        ...entry,
        publishAt: new Date(entry.publishAt.getTime() + HOUR).toISOString(),
        caption: `clip ${entry.videoId}`,
        revision: 2,
      }),
    );
    await publishing.publish(events.VideoCancelled, { userId: entry.userId, videoId: entry.videoId, revision: 3 });
    // Events of a user keep their order, so the effect of the last one shows that all were applied.
    const marker = await publishing.requestVideo(entry.userId, { publishAt: entry.publishAt });
    await publishing.postIn(marker, 'facebook', 'waiting');
    expect(await publishing.postIn(entry.videoId, 'facebook', 'cancelled')).toMatchObject({
      revision: withdrawn.revision,
      due_at: withdrawn.due_at,
    });
  });
});

describe('the call to scheduling', () => {
  test('is made once for an unchanged post', async () => {
    const { videoId } = await staged();
    expect(asked(videoId)).toBe(0);
    fallDue();
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(asked(videoId)).toBe(1);
  });
});

/** Requests a partner's post on Facebook, which is due at once. `onceStaged` runs when its copy is made. */
async function partnerPost(onceStaged: (userId: string, handle: unknown) => void): Promise<string> {
  const client = createGrpcClient(PublishingServiceClient, {
    address: `127.0.0.1:${publishing.app.grpc.port()}`,
    signer: createIdentitySigner({ issuer: 'external-api', keyFile: publishing.identity.keyFile('external-api') }),
  });
  try {
    const [userId, postId] = [await publishing.creator('facebook'), randomUUID()];
    const mediaKey = `partner/${postId}.mp4`;
    await publishing.store.put(mediaKey, Buffer.from(publishing.clip));
    publishing.meanwhile(postId, 'staged', async () => {
      const row = publishing.db.selectFrom('posts').select('handle').where('video_id', '=', postId);
      onceStaged(userId, (await row.executeTakeFirstOrThrow()).handle);
    });
    const texts = { title: `post ${postId}`, description: `words of ${postId}` };
    await client.publishVideo({ postId, userId, platform: 'facebook', mediaKey, mediaUrl: '', ...texts });
    return postId;
  } finally {
    await client.stop();
  }
}

describe('an account that was deleted, whose event has not arrived when the post falls due', () => {
  test.each(['answers', 'is away'])('posts no entry, and the staged copy is discarded: scheduling %s', async (how) => {
    const entry = await staged();
    const { handle } = await publishing.postIn(entry.videoId, 'facebook', 'staged');
    expect(draft(handle)).toMatchObject({ uploaded: true });
    publishing.neighbours.accounts.deleted.add(entry.userId);
    if (how === 'is away') await publishing.neighbours.calendar.goDown();
    fallDue();
    const post = await publishing.postIn(entry.videoId, 'facebook', 'cancelled', 'posted');
    expect([post.state, post.code, post.handle]).toEqual(['cancelled', 'ENTRY_CANCELLED', null]);
    expect(publishing.published(entry.videoId, 'facebook')).toBe(0);
    expect(draft(handle)).toBeUndefined();
  });

  test("posts nothing of a partner's either, and its staged copy is discarded", async () => {
    let copy: unknown;
    const postId = await partnerPost((userId, handle) => {
      copy = handle;
      expect(draft(copy)).toMatchObject({ uploaded: true });
      publishing.neighbours.accounts.deleted.add(userId);
    });
    expect((await publishing.postIn(postId, 'facebook', 'cancelled', 'posted')).state).toBe('cancelled');
    expect(publishing.published(postId, 'facebook')).toBe(0);
    expect(draft(copy)).toBeUndefined();
  });

  test('is erased by its event as any other', async () => {
    const { userId, videoId } = await staged();
    publishing.neighbours.accounts.deleted.add(userId);
    fallDue();
    await publishing.postIn(videoId, 'facebook', 'cancelled');
    await publishing.publish(events.UserDeleted, { userId, revision: 2 });
    await eventually(async () => {
      const left = await publishing.db.selectFrom('videos').select('id').where('user_id', '=', userId).execute();
      expect(left).toEqual([]);
    });
  });
});

describe('the call to auth', () => {
  const askedOf = (userId: string) => publishing.neighbours.accounts.asked.filter((id) => id === userId).length;

  test('is made once for an entry, right before its commit', async () => {
    const { userId, videoId } = await staged();
    expect(askedOf(userId)).toBe(0);
    fallDue();
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(askedOf(userId)).toBe(1);
  });

  test("is made once for a partner's post", async () => {
    let owner = '';
    const postId = await partnerPost((userId) => {
      owner = userId;
    });
    await publishing.postIn(postId, 'facebook', 'posted');
    expect(askedOf(owner)).toBe(1);
  });

  test('holds no post back whose user a restored auth no longer has', async () => {
    const { userId, videoId } = await staged();
    publishing.neighbours.accounts.unknown.add(userId);
    fallDue();
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(askedOf(userId)).toBe(1);
    expect(publishing.published(videoId, 'facebook')).toBe(1);
  });

  test.each(['refuses calls', 'accepts calls and answers none'])('delays no post while auth %s', async (how) => {
    const { videoId } = await staged();
    if (how === 'refuses calls') await publishing.neighbours.accounts.goDown();
    else publishing.neighbours.accounts.hang(true);
    fallDue();
    const { code } = await publishing.postIn(videoId, 'facebook', 'posted');
    expect(code).toBeNull();
    expect(publishing.published(videoId, 'facebook')).toBe(1);
  });
});

describe('while scheduling does not answer', () => {
  test('a due post waits with that cause, and goes out after the answer', async () => {
    const { videoId } = await staged();
    await publishing.neighbours.calendar.goDown();
    fallDue();
    const waiting = await waitsFor(videoId);
    expect(waiting.next_action_at).not.toBeNull();
    await publishing.neighbours.calendar.comeUp();
    const posted = await publishing.postIn(videoId, 'facebook', 'posted');
    expect([posted.code, posted.unanswered_since]).toEqual([null, null]);
    expect(publishing.published(videoId, 'facebook')).toBe(1);
  });

  test('a removal without an event is applied with the answer', async () => {
    const entry = await staged();
    changeWithoutEvent(entry, { state: 'cancelled' });
    await publishing.neighbours.calendar.goDown();
    fallDue();
    await waitsFor(entry.videoId);
    await publishing.neighbours.calendar.comeUp();
    await publishing.postIn(entry.videoId, 'facebook', 'cancelled');
    expect(publishing.published(entry.videoId, 'facebook')).toBe(0);
  });

  test('a removal whose event arrives meanwhile is applied at once', async () => {
    const entry = await staged();
    await publishing.neighbours.calendar.goDown();
    fallDue();
    await waitsFor(entry.videoId);
    await publishing.publish(events.VideoCancelled, { userId: entry.userId, videoId: entry.videoId, revision: 2 });
    await publishing.postIn(entry.videoId, 'facebook', 'cancelled');
  });

  test('a post goes out as it was last known after the timeout', async () => {
    const { videoId } = await staged();
    await publishing.neighbours.calendar.goDown();
    publishing.timings.rereadTimeoutMs = 500;
    const since = Date.now();
    fallDue();
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(Date.now() - since).toBeGreaterThanOrEqual(500);
    expect(publishing.published(videoId, 'facebook')).toBe(1);
  });

  test('a post goes out also when scheduling accepts calls and answers none', async () => {
    const { videoId } = await staged();
    publishing.neighbours.calendar.hang(true);
    fallDue();
    await waitsFor(videoId);
    publishing.timings.rereadTimeoutMs = 0;
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(publishing.published(videoId, 'facebook')).toBe(1);
  });
});

function waitsFor(videoId: string) {
  return eventually(
    async () => {
      const post = await publishing.postIn(videoId, 'facebook', 'staged');
      expect(post.code).toBe('CALENDAR_UNREACHABLE');
      return post;
    },
    { timeoutMs: 10_000, everyMs: 20 },
  );
}
