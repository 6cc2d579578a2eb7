import { randomUUID } from 'node:crypto';
import { events, type PostMeasured } from '@reelwright/contracts';
import { emulatedPlatforms } from '@reelwright/sandbox/platforms';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import type { ConnectionRow } from '../src/database.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';
import { reportedBy } from './reported.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PER_PLATFORM = 250;
let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('thousand-posts');
}, 60_000);
afterAll(() => publishing.stop());

/** A post as the emulator of its platform keeps it. */
function storeAtPlatform(platform: Platform, id: string, at: string, { account_id: accountId }: ConnectionRow): void {
  const account = accountId ?? '';
  const rows: Record<Platform, [string, { id: string } & Record<string, unknown>]> = {
    tiktok: [
      'tiktok-publications',
      {
        id: `v_pub_file~${id}`,
        accountId: publishing.sandbox.store
          .collection<{ id: string; openId: string }>('tiktok-accounts')
          .find(({ openId }) => openId === account)?.id,
        kind: 'direct',
        title: '',
        privacyLevel: 'PUBLIC_TO_EVERYONE',
        source: { source: 'FILE_UPLOAD' },
        committedAt: 1,
        readyAt: 1,
        failReason: null,
        postId: id,
        at,
      },
    ],
    youtube: [
      'youtube-videos',
      {
        id,
        channelId: account,
        title: '',
        description: '',
        tags: [],
        privacy: 'public',
        publishAt: null,
        processedAt: 1,
        outcome: { status: 'processed' },
        uploadedAt: at,
      },
    ],
    facebook: [
      'facebook-reels',
      { id, pageId: account, state: 'PUBLISHED', finishedAt: 1, readyAt: 1, problem: null, publishAt: null, at },
    ],
    instagram: [
      'instagram-containers',
      { id: `c${id}`, userId: account, caption: '', post: { id, shortcode: id, at } },
    ],
  };
  const [collection, row] = rows[platform];
  publishing.sandbox.store.collection<{ id: string }>(collection).put(row);
}

/** Posts of the last month on one platform, here and there. */
async function givenPosts(connection: ConnectionRow): Promise<void> {
  const { db, clock } = publishing;
  const { platform, user_id: userId, account_id: accountId } = connection;
  const now = clock.now().getTime();
  const posts = Array.from({ length: PER_PLATFORM }, (_, index) => ({
    video: `${platform}-${index}`,
    id: randomUUID(),
    postId: `${platform === 'youtube' ? 'yt' : '7'}${String(index).padStart(9, '0')}`,
    at: new Date(now - (index % 30) * DAY - index * MINUTE - HOUR),
  }));
  for (const { postId, at } of posts) storeAtPlatform(platform, postId, at.toISOString(), connection);
  await db
    .insertInto('videos')
    .values(posts.map(({ video, at }) => ({ id: video, user_id: userId, source: 'entry' as const, created_at: at })))
    .execute();
  await db
    .insertInto('posts')
    .values(
      posts.map(({ id, video, postId, at }) => ({
        id,
        video_id: video,
        user_id: userId,
        platform,
        state: 'posted' as const,
        due_at: at,
        updated_at: at,
        posted_at: at,
        platform_post_id: postId,
        account_id: accountId,
      })),
    )
    .execute();
  await db
    .insertInto('post_measures')
    .values(posts.map(({ id, at }) => ({ id, user_id: userId, platform, posted_at: at, next_at: new Date(now) })))
    .execute();
}

/** The newest event of each post. */
async function announced(): Promise<PostMeasured[]> {
  const { rows } = await sql<{ payload: object }>`
    select distinct on (payload ->> 'videoId') payload from outbox where type = ${events.PostMeasured.name}
    order by payload ->> 'videoId', occurred_at desc, id desc`.execute(publishing.db);
  return rows.map(({ payload }) => events.PostMeasured.codec.fromJSON(payload));
}

async function postIds(): Promise<Map<string, string>> {
  const rows = await publishing.db.selectFrom('posts').select(['video_id', 'platform_post_id']).execute();
  return new Map(rows.map(({ video_id, platform_post_id }) => [video_id, platform_post_id ?? '']));
}

/** Compares each announced post with what its platform reported at the time that the event names. */
async function compare(found: readonly PostMeasured[]): Promise<void> {
  const ids = await postIds();
  for (const { videoId, platform, views, likes, watchSeconds, measuredAt } of found) {
    const reported = reportedBy(publishing.sandbox, platform as Platform, ids.get(videoId) ?? '', measuredAt as Date);
    expect([videoId, views, likes, watchSeconds ?? null]).toEqual([
      videoId,
      reported.views,
      reported.likes,
      reported.watch_seconds,
    ]);
  }
}

test('the views of 1,000 posts are what the platforms report, with one away and one account revoked', async () => {
  const userId = await publishing.creator(...emulatedPlatforms);
  const connections = await publishing.db
    .selectFrom('social_connections')
    .selectAll()
    .where('user_id', '=', userId)
    .execute();
  for (const connection of connections) await givenPosts(connection);
  publishing.app.wake();
  const first = await eventually(
    async () => {
      const all = await announced();
      expect(all.filter(({ measuredAt }) => measuredAt !== undefined)).toHaveLength(4 * PER_PLATFORM);
      return all;
    },
    { timeoutMs: 120_000 },
  );
  await compare(first);
  expect(first.filter(({ views }) => (views ?? 0) > 0).length).toBeGreaterThan(3 * PER_PLATFORM);

  await publishing.sandbox.setAway('facebook', 'refused');
  const instagram = connections.find(({ platform }) => platform === 'instagram');
  await fetch(`${publishing.sandbox.origins.server('instagram')}/settings/apps`, {
    method: 'POST',
    body: new URLSearchParams({ account: instagram?.account_name ?? '' }),
    redirect: 'manual',
  });
  const before = publishing.clock.now();
  publishing.clock.advance(8 * DAY);
  publishing.app.wake();
  const of = (all: readonly PostMeasured[], name: Platform) => all.filter(({ platform }) => platform === name);
  const second = await eventually(
    async () => {
      const all = await announced();
      for (const name of ['tiktok', 'youtube'] as const) {
        expect(of(all, name).filter(({ measuredAt }) => Number(measuredAt) <= before.getTime())).toEqual([]);
      }
      expect(new Set(of(all, 'facebook').map(({ code }) => code))).toEqual(new Set(['VIEWS_DELAYED']));
      expect(new Set(of(all, 'instagram').map(({ code }) => code))).toEqual(new Set(['VIEWS_NEED_RECONNECT']));
      return all;
    },
    { timeoutMs: 120_000 },
  );
  expect(second).toHaveLength(4 * PER_PLATFORM);
  await compare(second);
  // What was reported before stays, with its time.
  for (const name of ['facebook', 'instagram'] as const) {
    const numbersOf = (all: readonly PostMeasured[]) =>
      of(all, name).map(({ videoId, views, measuredAt }) => ({ videoId, views, measuredAt }));
    expect(numbersOf(second)).toEqual(numbersOf(first));
  }
}, 300_000);
