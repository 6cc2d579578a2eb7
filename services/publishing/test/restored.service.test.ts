import { randomUUID } from 'node:crypto';
import { PublishingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { type EmulatedPlatform as Platform, emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('restored');
}, 60_000);
afterAll(() => publishing.stop());

interface Due {
  readonly platform: Platform;
  readonly videoId: string;
}

/** Staged videos of one user, one for each platform, due in two minutes. */
async function staged(wanted: readonly Platform[]): Promise<Due[]> {
  const userId = await publishing.creator(...wanted);
  return Promise.all(
    wanted.map(async (platform) => {
      const publishAt = new Date(publishing.clock.now().getTime() + 2 * MINUTE);
      const videoId = await publishing.requestVideo(userId, { publishAt, platforms: [platform] });
      await publishing.finishVideo(userId, videoId);
      await publishing.postIn(videoId, platform, 'staged');
      return { platform, videoId };
    }),
  );
}

function fallDue(): void {
  publishing.clock.advance(3 * MINUTE);
  publishing.app.wake();
}

/** Waits until the relay has published the whole outbox. */
const outboxSent = () =>
  eventually(async () => {
    const { rows } = await sql<{ behind: number }>`
      select count(*)::int as behind from outbox o, outbox_cursor c where (o.xid, o.id) > (c.xid, c.id)`.execute(
      publishing.db,
    );
    expect(rows[0]?.behind).toBe(0);
  });

/** Holds events back in the outbox by an open write transaction, until the restore ends it. */
async function holdEventsBack(): Promise<void> {
  const held = await publishing.db.startTransaction().execute();
  await sql`select pg_current_xact_id()`.execute(held);
}

const ended = (posts: readonly Due[], state: string) =>
  Promise.all(posts.map(({ videoId, platform }) => publishing.postIn(videoId, platform, state)));

const published = (posts: readonly Due[]) =>
  posts.map(({ videoId, platform }) => `${platform} ${publishing.published(videoId, platform)}`);

const once = platforms.map((platform) => `${platform} 1`);

describe('a database restored to a state before its posts went out', () => {
  test('learns from its own events that they are out, and posts none again', async () => {
    const posts = await staged(platforms);
    await outboxSent();
    const backup = await publishing.backUp();
    fallDue();
    const before = await ended(posts, 'posted');
    await outboxSent();
    await backup.putBack();
    const after = await ended(posts, 'posted');
    expect(published(posts)).toEqual(once);
    expect(after.map((row) => [row.permalink, row.platform_post_id, row.posted_at])).toEqual(
      before.map((row) => [row.permalink, row.platform_post_id, row.posted_at]),
    );
    await backup.drop();
  });

  test('learns from their announcements that they may be out, if no event was published, and asks the platforms', async () => {
    const posts = await staged(platforms);
    await outboxSent();
    const backup = await publishing.backUp();
    await holdEventsBack();
    fallDue();
    await ended(posts, 'posted');
    expect(published(posts)).toEqual(once);
    const restoredAt = new Date();
    await backup.putBack();
    await ended(posts, 'posted');
    expect(published(posts)).toEqual(once);
    const attempts = await publishing.db
      .selectFrom('post_attempts')
      .innerJoin('posts', 'posts.id', 'post_attempts.post_id')
      .select(['outcome', 'commit_number', 'started_at'])
      .where('step', '=', 'commit')
      .where(
        'video_id',
        'in',
        posts.map(({ videoId }) => videoId),
      )
      .execute();
    expect(attempts.map(({ outcome, commit_number }) => `${outcome} ${commit_number}`)).toEqual(
      once.map(() => 'posted 1'),
    );
    // The announced commits were found and no other was made.
    expect(attempts.filter(({ started_at: startedAt }) => startedAt > restoredAt)).toEqual([]);
    await backup.drop();
  });

  test('posts once after a commit that was only announced, because the platforms deny it', async () => {
    const posts = await staged(['facebook', 'youtube']);
    await outboxSent();
    const backup = await publishing.backUp();
    await holdEventsBack();
    for (const { videoId } of posts) publishing.dieAt(videoId, 'before-intent');
    fallDue();
    await eventually(() => expect(posts.map(({ videoId }) => publishing.hasDied(videoId))).toEqual([true, true]));
    await backup.putBack();
    await ended(posts, 'posted');
    expect(published(posts)).toEqual(['facebook 1', 'youtube 1']);
    await backup.drop();
  });

  test('asks the platforms about the announced copies of posts whose end is not known', async () => {
    const posts = await staged(['facebook', 'instagram']);
    await outboxSent();
    const backup = await publishing.backUp();
    for (const { videoId } of posts) publishing.dieAt(videoId, 'after-call');
    fallDue();
    await eventually(() => expect(posts.map(({ videoId }) => publishing.hasDied(videoId))).toEqual([true, true]));
    await outboxSent();
    await backup.putBack();
    await ended(posts, 'posted');
    expect(published(posts)).toEqual(['facebook 1', 'instagram 1']);
    await backup.drop();
  });

  test("learns of a partner's post in the same way, although it has no entry", async () => {
    const client = createGrpcClient(PublishingServiceClient, {
      address: `127.0.0.1:${publishing.app.grpc.port()}`,
      signer: createIdentitySigner({
        issuer: 'external-api',
        keyFile: publishing.identity.keyFile('external-api'),
      }),
    });
    const userId = await publishing.creator('facebook');
    const postId = randomUUID();
    const mediaKey = `partner/${postId}.mp4`;
    await publishing.store.put(mediaKey, Buffer.from(publishing.clip));
    publishing.meanwhile(postId, 'before-intent', async () => {
      await outboxSent();
      backup = await publishing.backUp();
      await holdEventsBack();
    });
    let backup: Awaited<ReturnType<typeof publishing.backUp>> | undefined;
    await client.publishVideo({
      postId,
      userId,
      platform: 'facebook',
      mediaKey,
      mediaUrl: '',
      title: `post ${postId}`,
      description: `words of ${postId}`,
    });
    await publishing.postIn(postId, 'facebook', 'posted');
    await backup?.putBack();
    // The backup still has the lease of the process that commits the post; it is released.
    const row = publishing.db.updateTable('posts').set({ leased_until: null }).where('video_id', '=', postId);
    await eventually(async () => {
      await row.execute();
      publishing.app.wake();
    });
    await publishing.postIn(postId, 'facebook', 'posted');
    expect(publishing.published(postId, 'facebook')).toBe(1);
    await client.stop();
    await backup?.drop();
  });
});
