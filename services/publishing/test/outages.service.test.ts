import { eventually } from '@reelwright/testing';
import { platforms } from '../src/platforms/platform.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';
import { hows, outagesOf } from './outages.ts';

const HOUR = 60 * MINUTE;
let publishing: Publishing;
const { setAway, ordered, postOf, passTime } = outagesOf(() => publishing);

beforeAll(async () => {
  publishing = await startPublishing('outages');
}, 60_000);
afterEach(async () => {
  for (const platform of platforms) await setAway(platform, undefined);
});
afterAll(() => publishing.stop());

describe.each(platforms)('%s', (platform) => {
  test.each(hows)(
    'away (%s) from before the hour until five minutes before the last one has the post, once',
    async (how) => {
      const { videoId, userId } = await ordered(platform);
      await setAway(platform, how);
      await publishing.finishVideo(userId, videoId);
      await eventually(async () => expect((await postOf(videoId)).code).not.toBeNull());
      await passTime(videoId, 2 * MINUTE + 5 * HOUR + 55 * MINUTE);
      expect((await postOf(videoId)).state).toBe('waiting');
      await setAway(platform, undefined);
      await passTime(videoId, 4 * MINUTE, MINUTE);
      await publishing.carriedTo(videoId, platform, 'posted');
      expect(publishing.published(videoId, platform)).toBe(1);
    },
    60_000,
  );

  test.each(hows)(
    'away (%s) from the copy on, at its hour and for most of an hour, has the post, once and soon',
    async (how) => {
      const { videoId, userId } = await ordered(platform);
      await publishing.finishVideo(userId, videoId);
      await publishing.postIn(videoId, platform, 'staged');
      await setAway(platform, how);
      await passTime(videoId, 52 * MINUTE, 2 * MINUTE);
      const { state } = await postOf(videoId);
      // Only an answer that was lost leaves something to ask about.
      expect(['staged', 'waiting', ...(how === 'refused' ? [] : ['unconfirmed'])]).toContain(state);
      await setAway(platform, undefined);
      await passTime(videoId, 10 * MINUTE);
      // That a call never arrived counts after some real time only: then it is asked about again within 10 minutes.
      await publishing.carriedTo(videoId, platform, 'posted');
      expect(publishing.published(videoId, platform)).toBe(1);
    },
    60_000,
  );
});
