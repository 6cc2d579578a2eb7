import { type Platform, platforms } from '../src/platforms/platform.ts';
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
});
