import {
  type EmulatedPlatform as Platform,
  platformProviders,
  emulatedPlatforms as platforms,
} from '@reelwright/sandbox/platforms';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;
beforeAll(async () => {
  publishing = await startPublishing('broken-uploads');
}, 60_000);
afterAll(() => publishing.stop());

function breakNextUpload(platform: Platform): void {
  publishing.sandbox.chaos.set(platformProviders[platform], { brokenUpload: 1, limit: 1 });
}

/** How many calls to this platform were broken so far. */
function faults(platform: Platform): number {
  return publishing.sandbox.journal.read({ provider: platformProviders[platform], act: 'fault' }).length;
}

async function ordered(platform: Platform): Promise<string> {
  const userId = await publishing.creator(platform);
  const publishAt = new Date(publishing.clock.now().getTime() + MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.finishVideo(userId, videoId);
  return videoId;
}

async function postedOnce(videoId: string, platform: Platform): Promise<void> {
  await publishing.carriedTo(videoId, platform, 'posted');
  expect(publishing.published(videoId, platform)).toBe(1);
}

test.each(platforms)(
  'an upload to %s that breaks off while the post is staged is repeated',
  async (platform) => {
    const before = faults(platform);
    breakNextUpload(platform);
    await postedOnce(await ordered(platform), platform);
    expect(faults(platform)).toBe(before + 1);
  },
  60_000,
);

test.each(['youtube', 'tiktok'] as const)(
  'an upload to %s that breaks off at its last chunk is repeated',
  async (platform) => {
    const before = faults(platform);
    const videoId = await ordered(platform);
    await publishing.postIn(videoId, platform, 'staged');
    breakNextUpload(platform);
    await postedOnce(videoId, platform);
    expect(faults(platform)).toBe(before + 1);
  },
  60_000,
);
