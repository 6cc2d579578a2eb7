import { randomUUID } from 'node:crypto';
import { addToTotals } from '../src/posts/post-end.repository.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;
beforeAll(async () => {
  publishing = await startPublishing('on-time');
  // In the middle of a month, which is the same one in each zone then.
  const now = publishing.clock.now();
  publishing.clock.moveTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10, 12)));
}, 60_000);
afterAll(() => publishing.stop());

/** A user whose video is posted to Facebook. @param lateMs how long after its time the video is finished */
async function posted(lateMs = 0): Promise<{ userId: string; videoId: string }> {
  const userId = await publishing.creator('facebook');
  const publishAt = new Date(publishing.clock.now().getTime() + 30 * MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  if (lateMs === 0) await publishing.finishVideo(userId, videoId);
  await publishing.postIn(videoId, 'facebook', 'waiting', 'staged');
  publishing.clock.advance(publishAt.getTime() - publishing.clock.now().getTime() + lateMs);
  if (lateMs > 0) await publishing.finishVideo(userId, videoId);
  publishing.app.wake();
  await publishing.postIn(videoId, 'facebook', 'posted');
  return { userId, videoId };
}

const onTimeOf = async (userId: string) => (await publishing.call(userId, 'GET', '/api/on-time')).json();

async function asAdmin(): Promise<{ posts: number; onTime: number }> {
  const headers = await publishing.identity.asAdmin();
  const reply = await publishing.app.http.app.inject({ url: '/api/admin/on-time', headers });
  expect(reply.statusCode).toBe(200);
  const rows: { platform: string; posts: number; onTime: number }[] = reply.json().months;
  return rows
    .filter(({ platform }) => platform === 'facebook')
    .reduce((sum, row) => ({ posts: sum.posts + row.posts, onTime: sum.onTime + row.onTime }), { posts: 0, onTime: 0 });
}

/** The ends of Facebook's posts, added up. */
const counted = async () => {
  const { posts, onTime } = await asAdmin();
  return [posts, onTime];
};

describe('posts on time', () => {
  test('are counted for their owner and for operators, and late ones as late', async () => {
    const [posts = 0, onTime = 0] = await counted();
    const prompt = await posted();
    const late = await posted(20 * MINUTE);
    expect(await onTimeOf(prompt.userId)).toEqual({ posts: 1, onTime: 1 });
    expect(await onTimeOf(late.userId)).toEqual({ posts: 1, onTime: 0 });
    expect(await onTimeOf(randomUUID())).toEqual({ posts: 0, onTime: 0 });
    expect(await counted()).toEqual([posts + 2, onTime + 1]);
  }, 60_000);

  test('are counted once, also when the process dies after its call and another one finishes the post', async () => {
    const [posts = 0] = await counted();
    const userId = await publishing.creator('facebook');
    const publishAt = new Date(publishing.clock.now().getTime() + 30 * MINUTE);
    const videoId = await publishing.requestVideo(userId, { publishAt });
    publishing.dieAt(videoId, 'after-call');
    await publishing.finishVideo(userId, videoId);
    await publishing.carriedTo(videoId, 'facebook', 'posted');
    expect(publishing.hasDied(videoId)).toBe(true);
    expect((await counted())[0]).toBe(posts + 1);
  }, 60_000);

  test('are counted once when two processes add them to the totals at the same time', async () => {
    const [posts = 0, onTime = 0] = await counted();
    const end = { platform: 'facebook', outcome: 'posted', cause: '', lateness_le: 5, lateness_seconds: 1 } as const;
    const month = publishing.clock.now().toISOString().slice(0, 7);
    const ends = Array.from({ length: 12_000 }, () => ({ ...end, month }));
    for (let at = 0; at < ends.length; at += 2_000)
      await publishing.db
        .insertInto('ended_posts')
        .values(ends.slice(at, at + 2_000))
        .execute();
    await Promise.all([0, 1, 2].map(() => addToTotals(publishing.db)));
    expect(await counted()).toEqual([posts + 12_000, onTime + 12_000]);
  });

  test('of an account that was deleted stay in the totals, which name nobody', async () => {
    const { userId } = await posted();
    const before = await counted();
    await publishing.db.deleteFrom('posts').where('user_id', '=', userId).execute();
    expect(await onTimeOf(userId)).toEqual({ posts: 0, onTime: 0 });
    expect(await counted()).toEqual(before);
  }, 60_000);

  test('of a month belong to it by the zone of their entry', async () => {
    const { userId, videoId } = await posted();
    const move = (publishAt: string, timeZone: string) =>
      publishing.db
        .updateTable('videos')
        .set({ publish_at: new Date(publishAt), time_zone: timeZone })
        .where('id', '=', videoId)
        .execute();
    const now = publishing.clock.now();
    const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
    await move(nextMonth, 'Pacific/Auckland');
    expect((await onTimeOf(userId)).posts).toBe(0);
    await move(nextMonth, 'America/Los_Angeles');
    expect((await onTimeOf(userId)).posts).toBe(1);
  }, 60_000);

  test('[ASVS 8.2.1] are shown to their owner and to admins only', async () => {
    expect((await publishing.call(undefined, 'GET', '/api/on-time')).status).toBe(401);
    expect((await publishing.call(randomUUID(), 'GET', '/api/admin/on-time')).status).toBe(403);
  });
});

test('the metrics have the same counts as the totals', async () => {
  await posted();
  const [posts] = await counted();
  const text = await publishing.app.metrics.registry.metrics();
  const value = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    );
  const labels = 'platform="facebook",service="publishing"';
  expect(value(`publishing_post_lateness_seconds_count{${labels}}`)).toBe(posts);
  expect(value('publishing_post_lateness_seconds_bucket{platform="facebook",le="+Inf",service="publishing"}')).toBe(
    posts,
  );
  expect(
    value('publishing_posts_ended_total{platform="facebook",outcome="posted",cause="",service="publishing"}'),
  ).toBe(posts);
});
