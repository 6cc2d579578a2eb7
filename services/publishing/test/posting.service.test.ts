import { randomUUID } from 'node:crypto';
import { postedCaptions } from '@reelwright/product';
import {
  type EmulatedPlatform as Platform,
  platformProviders,
  emulatedPlatforms as platforms,
} from '@reelwright/sandbox/platforms';
import { eventually } from '@reelwright/testing';
import { storedEvents } from '@reelwright/testing/service';
import { findConnection } from '../src/connections/connections.repository.ts';
import { storedTokens } from '../src/connections/stored-tokens.ts';
import { tiktokInits } from '../src/platforms/tiktok/tiktok-inits.ts';
import { describeCause } from '../src/posts/post-cause.ts';
import { english, MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('posting');
}, 60_000);
afterAll(() => publishing.stop());

test('what is announced of a post names its entry', async () => {
  const userId = await publishing.creator('youtube');
  const publishAt = new Date(publishing.clock.now().getTime() + 60 * MINUTE);
  const entry = { title: 'Perché no?', timeZone: 'Europe/Rome' };
  const videoId = await publishing.requestVideo(userId, { publishAt, ...entry });
  await publishing.postIn(videoId, 'youtube', 'waiting');
  const announced = await storedEvents(publishing.db, { videoId });
  expect(announced.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({
      state: 'waiting',
      entry: { ...entry, videoType: 'v1', publishAt: publishAt.toISOString() },
    }),
  );
});

describe('several posts of one TikTok account at the same instant', () => {
  async function sharing(account: string): Promise<string> {
    const userId = randomUUID();
    publishing.neighbours.tiers.set(userId, 'pro');
    expect(await publishing.connect(userId, 'tiktok', { account })).toContain('connected=');
    await publishing.chooseTiktok(userId);
    return userId;
  }

  test('of two users who share it are all posted, each once', async () => {
    const account = `t${randomUUID().slice(0, 8)}`;
    const users = [await sharing(account), await sharing(account)];
    const publishAt = new Date(publishing.clock.now().getTime() + 60 * MINUTE);
    const wanted = [...users, ...users];
    const posts = await Promise.all(
      wanted.map(async (userId) => {
        const videoId = await publishing.requestVideo(userId, { publishAt });
        await publishing.finishVideo(userId, videoId);
        await publishing.postIn(videoId, 'tiktok', 'waiting');
        return videoId;
      }),
    );
    publishing.clock.advance(60 * MINUTE);
    publishing.app.wake();
    for (const videoId of posts) {
      await publishing.postIn(videoId, 'tiktok', 'posted');
      expect(publishing.published(videoId, 'tiktok')).toBe(1);
    }
  }, 40_000);

  test('that two processes begin are both accepted, although one uses up the creator_info call of the other', async () => {
    const asking = async () => {
      const row = await findConnection(publishing.db, await publishing.creator('tiktok'), 'tiktok');
      if (!row?.account_id) throw new Error('no connection');
      const { accessToken } = storedTokens(publishing.app.engine.cipher, row);
      return { accountId: row.account_id, accessToken, signal: new AbortController().signal };
    };
    const job = await asking();
    const switches = { disable_comment: false, disable_duet: false, disable_stitch: false };
    const body = {
      post_info: { title: 'x', privacy_level: 'PUBLIC_TO_EVERYONE', ...switches, is_aigc: true },
      source_info: { source: 'FILE_UPLOAD', video_size: 1000, chunk_size: 1000, total_chunk_count: 1 },
    };
    const processes = [0, 1].map(() => tiktokInits(publishing.sandbox.origins.server('tiktok')));
    const begun = await Promise.all(processes.map((inits) => inits.next(job, body)));
    expect(new Set(begun.map((data) => data['publish_id'])).size).toBe(2);
    // A field that TikTok can't read is refused in any case.
    const wrong = { ...body, post_info: {} };
    await expect(processes[0]?.next(await asking(), wrong)).rejects.toMatchObject({ code: 'invalid_param' });
  }, 20_000);
});

describe('a scheduled video', () => {
  test.each([...platforms])('is staged before its time and posted once at it on %s', async (platform: Platform) => {
    const userId = await publishing.creator(platform);
    const publishAt = new Date(publishing.clock.now().getTime() + 2 * MINUTE);
    const videoId = await publishing.requestVideo(userId, { publishAt });
    await publishing.postIn(videoId, platform, 'waiting');
    await publishing.finishVideo(userId, videoId);
    await publishing.postIn(videoId, platform, 'staged');
    expect(publishing.published(videoId, platform)).toBe(0);

    publishing.clock.advance(2 * MINUTE);
    publishing.app.wake();
    const posted = await publishing.postIn(videoId, platform, 'posted');
    expect(posted.permalink).toMatch(/^http/);
    expect(posted.posted_at?.getTime()).toBeGreaterThanOrEqual(publishAt.getTime());
    expect(publishing.published(videoId, platform)).toBe(1);
  });

  test('reaches Instagram, which fetches the video and follows no redirects', async () => {
    const userId = await publishing.creator('instagram');
    const publishAt = new Date(publishing.clock.now().getTime() + 2 * MINUTE);
    const videoId = await publishing.requestVideo(userId, { publishAt });
    await publishing.finishVideo(userId, videoId);
    expect(await publishing.postIn(videoId, 'instagram', 'staged')).toMatchObject({ code: null });
  });

  test('is sent to YouTube in two uploads, whose bytes are in the metrics', async () => {
    const streams = async () => {
      const text = await publishing.app.metrics.registry.metrics();
      const value = (series: string) =>
        Number(new RegExp(`^publishing_upload_stream${series} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
      const labels = 'platform="youtube",service="publishing"';
      const ended = (outcome: string) =>
        value(`_seconds_count{service="publishing",platform="youtube",outcome="${outcome}"}`);
      return { underWay: value(`s{${labels}}`), complete: ended('complete'), bytes: value(`_bytes_total{${labels}}`) };
    };
    const before = await streams();
    const userId = await publishing.creator('youtube');
    const publishAt = new Date(publishing.clock.now().getTime() + 2 * MINUTE);
    const videoId = await publishing.requestVideo(userId, { publishAt });
    await publishing.finishVideo(userId, videoId);
    await publishing.postIn(videoId, 'youtube', 'staged');
    publishing.clock.advance(2 * MINUTE);
    publishing.app.wake();
    await publishing.postIn(videoId, 'youtube', 'posted');
    const { underWay, complete, bytes } = await streams();
    expect([underWay, complete - before.complete, bytes - before.bytes]).toEqual([0, 2, publishing.clip.length]);
  });

  test('that Instagram blocked and did not post fails with BLOCKED, and is not sent again', async () => {
    const userId = await publishing.creator('instagram');
    const publishAt = new Date(publishing.clock.now().getTime() + 2 * MINUTE);
    const videoId = await publishing.requestVideo(userId, { publishAt });
    await publishing.finishVideo(userId, videoId);
    const { id } = await publishing.postIn(videoId, 'instagram', 'staged');
    publishing.sandbox.chaos.set('instagram', { refusal: 1 });
    publishing.clock.advance(2 * MINUTE);
    publishing.app.wake();
    // Wait until no call of ours can still be under way.
    await publishing.postIn(videoId, 'instagram', 'unconfirmed');
    await eventually(
      async () => {
        publishing.clock.advance(10_000);
        publishing.app.wake();
        expect(await publishing.postIn(videoId, 'instagram', 'failed', 'unconfirmed')).toMatchObject({
          state: 'failed',
        });
      },
      { timeoutMs: 30_000, everyMs: 100 },
    );
    publishing.sandbox.chaos.set('instagram', { refusal: 0 });
    expect((await publishing.postIn(videoId, 'instagram', 'failed')).code).toBe('BLOCKED');
    const attempts = publishing.db.selectFrom('post_attempts').select('id').where('post_id', '=', id);
    expect(await attempts.where('step', '=', 'commit').execute()).toHaveLength(1);
    expect(publishing.published(videoId, 'instagram')).toBe(0);

    await publishing.call(userId, 'DELETE', '/api/social-connections/instagram');
    const again = await publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/instagram/retry`);
    expect([again.status, again.json()]).toEqual([
      400,
      expect.objectContaining({
        error: 'NOT_CONNECTED',
        message: expect.stringContaining('Connect one on the Social Media page'),
      }),
    ]);
    expect((await publishing.postIn(videoId, 'instagram', 'failed')).code).toBe('BLOCKED');
  }, 60_000);

  test('whose Facebook account is paused shows the cause and the fix', async () => {
    const userId = await publishing.creator('facebook');
    await publishing.knobs('facebook', { paused: true });
    const videoId = await publishing.requestVideo(userId, { publishAt: publishing.clock.now() });
    await publishing.finishVideo(userId, videoId);
    const post = await publishing.postIn(videoId, 'facebook', 'failed');
    await publishing.knobs('facebook', { paused: false });
    expect({ ...post, ...describeCause(post, english) }).toMatchObject({
      code: 'ACCOUNT_PAUSED',
      message: 'Facebook has stopped this account from posting for a while.',
      fix: 'The Facebook app says why and for how long; press Post again after that.',
    });
    expect(publishing.published(videoId, 'facebook')).toBe(0);

    await publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/facebook/retry`);
    await publishing.postIn(videoId, 'facebook', 'posted');
  });
});

test.each<[string, Parameters<typeof postedCaptions>[2]]>([
  ['the suggested texts', { caption: null, captions: null }],
  ['a text of its own on one of them', { caption: 'Ours\nè 🎬', captions: { tiktok: 'For TikTok <3 #a #b' } }],
])('%s: each platform posts exactly what is shown for it', async (_name, own) => {
  const brand = { name: `Ada ${randomUUID()}`, occupation: 'baker' };
  const shown = postedCaptions('v7', brand, own);
  const userId = await publishing.creator(...platforms);
  const publishAt = new Date(publishing.clock.now().getTime() + 120 * MINUTE);
  const captions = platforms.map((platform) => ({ platform, text: shown[platform] }));
  const videoId = await publishing.requestVideo(userId, { publishAt, caption: 'not posted', captions });
  await publishing.finishVideo(userId, videoId);
  for (const platform of platforms) {
    const { platform_post_id: id } = await publishing.carriedTo(videoId, platform, 'posted');
    const said = publishing.sandbox.journal.read({ provider: platformProviders[platform], act: 'post-published' });
    const [post] = said.filter((entry) => entry.id === id || JSON.stringify(entry).includes(String(id)));
    expect([platform, post?.caption ?? post?.detail?.['description']]).toEqual([platform, shown[platform]]);
    if (platform === 'youtube') expect(post?.key).toBe(shown.youtube.split('\n', 1)[0]);
  }
});

test('a caption that is too long for TikTok and Instagram is cut between visible characters', async () => {
  const userId = await publishing.creator('tiktok', 'instagram');
  const videoId = randomUUID();
  const words = `clip ${videoId} `.padEnd(2_195, 'a');
  // Instagram stages one hour ahead: until the clock moves, both posts stay 'waiting'.
  const publishAt = new Date(publishing.clock.now().getTime() + 120 * MINUTE);
  await publishing.requestVideo(userId, { videoId, publishAt, caption: `${words}👩‍👩‍👧 and more` });
  await publishing.finishVideo(userId, videoId);
  for (const platform of ['tiktok', 'instagram'] as const) await publishing.postIn(videoId, platform, 'waiting');
  publishing.clock.advance(120 * MINUTE);
  publishing.app.wake();
  for (const platform of ['tiktok', 'instagram'] as const) {
    await publishing.postIn(videoId, platform, 'posted');
    const [posted] = publishing.sandbox.journal
      .read({ provider: platform, act: 'post-published' })
      .filter((entry) => JSON.stringify(entry).includes(videoId));
    expect(JSON.stringify(posted)).toContain(`${words}"`);
  }
});
