import { emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { eventually } from '@reelwright/testing';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';
import { outageKinds, outagesOf } from './outages.ts';

const HOUR = 60 * MINUTE;
let publishing: Publishing;
const { setOutage, requestVideo, postOf, passTime } = outagesOf(() => publishing);

beforeAll(async () => {
  publishing = await startPublishing('outages');
}, 60_000);
afterEach(async () => {
  for (const platform of platforms) await setOutage(platform, undefined);
});
afterAll(() => publishing.stop());

describe.each(platforms)('%s', (platform) => {
  test.each(outageKinds)(
    'a post whose platform is %s until five minutes before it would be missed goes out once',
    async (how) => {
      const { videoId, userId } = await requestVideo(platform);
      await setOutage(platform, how);
      await publishing.finishVideo(userId, videoId);
      await eventually(async () => expect((await postOf(videoId)).code).not.toBeNull());
      await passTime(videoId, 2 * MINUTE + 5 * HOUR + 55 * MINUTE);
      expect((await postOf(videoId)).state).toBe('waiting');
      await setOutage(platform, undefined);
      await passTime(videoId, 4 * MINUTE, MINUTE);
      await publishing.carriedTo(videoId, platform, 'posted');
      expect(publishing.published(videoId, platform)).toBe(1);
    },
    60_000,
  );

  test.each(outageKinds)(
    'a staged post whose platform is %s for most of an hour after its time goes out once, soon after that',
    async (how) => {
      const { videoId, userId } = await requestVideo(platform);
      await publishing.finishVideo(userId, videoId);
      await publishing.postIn(videoId, platform, 'staged');
      await setOutage(platform, how);
      await passTime(videoId, 52 * MINUTE, 2 * MINUTE);
      const { state } = await postOf(videoId);
      // Only a lost answer has to be reconciled.
      expect(['staged', 'waiting', ...(how === 'refused' ? [] : ['unconfirmed'])]).toContain(state);
      await setOutage(platform, undefined);
      await passTime(videoId, 10 * MINUTE);
      // The answer 'it never arrived' is final only after some real time; the next check is within 10 minutes.
      await publishing.carriedTo(videoId, platform, 'posted');
      expect(publishing.published(videoId, platform)).toBe(1);
    },
    60_000,
  );
});
