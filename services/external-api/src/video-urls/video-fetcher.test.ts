import { afterAll, describe, expect, it } from '@jest/globals';
import { createVideoFetcher } from './video-fetcher.ts';

const fetcher = createVideoFetcher({ allowPrivate: false });
afterAll(() => fetcher.stop());

describe('a name that leads to an address of our own network', () => {
  it('[ASVS 13.2.4] is not dialled', async () => {
    const open = () => Promise.reject(new Error('nothing was to be read'));
    await expect(fetcher.fetch('https://localhost/video.mp4', open)).rejects.toMatchObject({
      code: 'VIDEO_URL_UNUSABLE',
      cause: { message: 'this address is not public' },
    });
  });
});
