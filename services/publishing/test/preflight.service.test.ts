import { events } from '@reelwright/contracts';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

const HOUR = 60 * MINUTE;
let publishing: Publishing;
beforeAll(async () => {
  publishing = await startPublishing('preflight');
}, 60_000);
afterAll(() => publishing.stop());

/** A video for TikTok that is made 20 hours before its time, on an account that has become private. */
async function givenPrivateAccount(prepare?: (videoId: string, userId: string) => unknown) {
  const userId = await publishing.creator('tiktok');
  const accounts = publishing.sandbox.store.collection<{ id: string }>('tiktok-accounts');
  const account = accounts.get(`u${userId.slice(0, 8)}`);
  accounts.put({ ...account, isPrivate: true } as unknown as { id: string });
  const publishAt = new Date(publishing.clock.now().getTime() + 20 * HOUR);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  prepare?.(videoId, userId);
  await publishing.finishVideo(userId, videoId);
  return { userId, videoId };
}

const waitsWith = (videoId: string, code: string | null) =>
  eventually(
    async () => {
      const post = publishing.db.selectFrom('posts').selectAll().where('video_id', '=', videoId);
      const { state, code: shown, preflighted_at: asked } = await post.executeTakeFirstOrThrow();
      expect([state, shown, asked !== null]).toEqual(['waiting', code, true]);
    },
    { timeoutMs: 15_000, everyMs: 20 },
  );

describe('a post that its platform would refuse', () => {
  test('says so as soon as its video is made, and what its owner has to change', async () => {
    const { videoId } = await givenPrivateAccount();
    await waitsWith(videoId, 'PRIVACY_OPTION_GONE');
    const { rows } = await sql<{ payload: object }>`select payload from outbox
      where type = ${events.PostStateChanged.name} and payload ->> 'videoId' = ${videoId}
      order by id desc limit 1`.execute(publishing.db);
    expect(rows[0]?.payload).toMatchObject({ state: 'waiting', code: 'PRIVACY_OPTION_GONE', needs: 'setting' });
  });

  test('goes out at its time if its owner mends that before', async () => {
    const { userId, videoId } = await givenPrivateAccount();
    await waitsWith(videoId, 'PRIVACY_OPTION_GONE');
    await publishing.chooseTiktok(userId, 'SELF_ONLY');
    await waitsWith(videoId, null);
    await publishing.carriedTo(videoId, 'tiktok', 'posted');
    expect(publishing.published(videoId, 'tiktok')).toBe(1);
  });

  test('says nothing if that was mended while the platform was asked', async () => {
    const { videoId } = await givenPrivateAccount((id, owner) =>
      publishing.meanwhile(id, 'preflighted', () => publishing.chooseTiktok(owner, 'SELF_ONLY')),
    );
    await waitsWith(videoId, null);
    const { rows } = await sql`select 1 from outbox where type = ${events.PostStateChanged.name}
      and payload ->> 'videoId' = ${videoId} and payload ->> 'code' = 'PRIVACY_OPTION_GONE'`.execute(publishing.db);
    expect(rows).toEqual([]);
    await publishing.carriedTo(videoId, 'tiktok', 'posted');
  });

  test('goes out if that is mended while the platform is asked at its time', async () => {
    const { userId, videoId } = await givenPrivateAccount();
    await waitsWith(videoId, 'PRIVACY_OPTION_GONE');
    publishing.meanwhile(videoId, 'preflighted', () => publishing.chooseTiktok(userId, 'SELF_ONLY'));
    publishing.clock.advance(20 * HOUR);
    await publishing.carriedTo(videoId, 'tiktok', 'posted');
    expect(publishing.published(videoId, 'tiktok')).toBe(1);
  });

  test('is refused at its time otherwise', async () => {
    const { videoId } = await givenPrivateAccount();
    await waitsWith(videoId, 'PRIVACY_OPTION_GONE');
    publishing.clock.advance(20 * HOUR);
    publishing.app.wake();
    const failed = await publishing.postIn(videoId, 'tiktok', 'failed');
    expect(failed.code).toBe('PRIVACY_OPTION_GONE');
    expect(publishing.published(videoId, 'tiktok')).toBe(0);
  });
});
