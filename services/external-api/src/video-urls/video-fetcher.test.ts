import { afterAll, describe, expect, it } from '@jest/globals';
import { createVideoFetcher } from './video-fetcher.ts';

const fetcher = createVideoFetcher({ allowPrivate: false });
afterAll(() => fetcher.stop());

describe('a name with a private address', () => {
  it('[ASVS 13.2.4] is not connected to', async () => {
    const open = () => Promise.reject(new Error('nothing should be read'));
    await expect(fetcher.fetch('https://localhost/video.mp4', open)).rejects.toMatchObject({
      code: 'VIDEO_URL_UNUSABLE',
      cause: { message: 'this address is not public' },
    });
  });
});
