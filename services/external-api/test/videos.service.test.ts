import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { drawn, mp4, picture } from './clip.ts';
import { type ExternalApi, startExternalApi } from './harness.ts';

let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi();
});
afterAll(() => api.stop());

const X264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
const MPEG4 = ['-c:v', 'mpeg4', '-f', 'avi'];
/** The first box of an MP4. */
const HEAD = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1');

async function post(video: Buffer) {
  const partner = await api.newPartner('youtube');
  const response = await api.post(partner, 'youtube/post', { videoFile: video.toString('base64') });
  return { partner, answer: [response.statusCode, response.json()] };
}

describe('a video', () => {
  it.each<[string, () => Buffer]>([
    ['an MP4', () => mp4()],
    ['a landscape MP4', () => drawn('testsrc=size=160x90:rate=5:duration=1', ...X264, '-f', 'mp4')],
    ['a MOV', () => drawn(picture(1), ...X264, '-f', 'mov')],
    ['an AVI', () => drawn(picture(1, 25), ...MPEG4)],
  ])('is posted: %s', async (_what, video) => {
    const { partner, answer } = await post(video());
    expect(answer).toMatchObject([200, { success: true }]);
    expect(api.postsOf(partner)).toHaveLength(1);
  });

  it.each<[string, () => Buffer]>([
    ['the first twelve bytes of one', () => HEAD.subarray(0, 12)],
    ['zeros after its head', () => Buffer.concat([HEAD, Buffer.alloc(200_000)])],
    ['one that is truncated in its index', () => mp4().subarray(0, 400)],
    ['sound alone', () => drawn('anullsrc=duration=1', '-c:a', 'aac', '-f', 'mp4')],
    ['one picture that lasts a second', () => drawn('testsrc=size=90x160:rate=1:duration=1', ...X264, '-f', 'mp4')],
    ['one picture in an AVI', () => drawn('testsrc=size=90x160:rate=1:duration=1', ...X264, '-f', 'avi')],
    [
      'a playlist after its head',
      () => Buffer.concat([HEAD, Buffer.from('\n#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')]),
    ],
    [
      'a PNG after its head',
      () => Buffer.concat([HEAD, drawn(picture(1), '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe')]),
    ],
    ['only an AVI’s head', () => Buffer.from('RIFF\x10\0\0\0AVI LIST', 'latin1')],
  ])('[ASVS 5.2.2] that is a video by its first bytes only is refused, and not stored: %s', async (_what, video) => {
    const { partner, answer } = await post(video());
    expect(answer).toEqual([
      400,
      { error: 'VIDEO_UNREADABLE', message: expect.any(String), requestId: expect.any(String) },
    ]);
    expect([api.postsOf(partner), await api.uploadsOf(partner)]).toEqual([[], []]);
  });

  it.each<[string, Buffer]>([
    [
      'a playlist',
      Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1/a.ts\n#EXT-X-ENDLIST\n'),
    ],
    ['a list of files', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    ['a PNG', drawn(picture(1), '-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe')],
  ])('[ASVS 5.2.2] without the first bytes of a video is refused unread: %s', async (_what, video) => {
    expect((await post(video)).answer).toMatchObject([415, { error: 'UNSUPPORTED_VIDEO' }]);
  });

  it('that cannot be probed because ffprobe is missing is answered 503', async () => {
    const lacking = await startExternalApi({ FFPROBE_PATH: '/nowhere/ffprobe' });
    const partner = await lacking.newPartner('youtube');
    const response = await lacking.post(partner, 'youtube/post', { videoFile: mp4().toString('base64') });
    expect([response.statusCode, response.json().error]).toEqual([503, 'VIDEO_BUSY']);
    expect(response.headers['retry-after']).toBe('30');
    expect(await lacking.objects()).toEqual([]);
    await lacking.stop();
  });
});
