import { type Platform, platforms } from '../src/platforms/platform.ts';
import { viewOf } from '../src/posts/post.events.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('posting');
}, 60_000);
afterAll(() => publishing.stop());

describe('a scheduled video', () => {
  test.each([...platforms])('is staged before its time and posted once at it on %s', async (platform: Platform) => {
    const userId = await publishing.creator(platform);
    const publishAt = new Date(publishing.clock.now().getTime() + 2 * MINUTE);
    const videoId = await publishing.requestVideo(userId, { publishAt });
    await publishing.targetIn(videoId, platform, 'waiting');
    await publishing.finishVideo(userId, videoId);
    await publishing.targetIn(videoId, platform, 'staged');
    expect(publishing.published(videoId, platform)).toBe(0);

    publishing.clock.advance(2 * MINUTE);
    publishing.app.wake();
    const posted = await publishing.targetIn(videoId, platform, 'posted');
    expect(posted.permalink).toMatch(/^http/);
    expect(posted.posted_at?.getTime()).toBeGreaterThanOrEqual(publishAt.getTime());
    expect(publishing.published(videoId, platform)).toBe(1);
  });

  test('says why and what to do when Facebook has stopped its account for a while', async () => {
    const userId = await publishing.creator('facebook');
    await publishing.knobs('facebook', { paused: true });
    const videoId = await publishing.requestVideo(userId, { publishAt: publishing.clock.now() });
    await publishing.finishVideo(userId, videoId);
    const target = await publishing.targetIn(videoId, 'facebook', 'failed');
    await publishing.knobs('facebook', { paused: false });
    expect(viewOf(target)).toMatchObject({
      code: 'ACCOUNT_PAUSED',
      message: 'Facebook has stopped this account from posting for a while.',
      fix: 'The Facebook app says why and for how long; post it again after that.',
    });
    expect(publishing.published(videoId, 'facebook')).toBe(0);

    await publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/facebook/retry`);
    await publishing.targetIn(videoId, 'facebook', 'posted');
  });
});
