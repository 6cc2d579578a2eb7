import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CauseError } from '@reelwright/causes';
import { type ExternalApi, mp4, startExternalApi } from './harness.ts';

let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi();
});
afterAll(() => api.stop());
beforeEach(() => {
  Object.assign(api.publishing.behaviour, {
    stateOf: () => ({ state: 'posted' }),
    failBefore: 0,
    failAfter: 0,
    refusal: undefined,
    listDown: false,
  });
});

const base64 = (video = mp4()) => video.toString('base64');

describe('POST /api/external/post-video', () => {
  it('posts one video to several platforms and answers the outcome of each', async () => {
    const partner = await api.newPartner('youtube', 'facebook', 'tiktok');
    const video = mp4();
    const response = await api.post(partner, 'post-video', {
      videoFile: base64(video),
      platforms: ['youtube', 'facebook', 'tiktok'],
      description: 'Hello',
      title: 'A title',
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      status: 'posted',
      success: true,
      results: {
        youtube: {
          platform: 'youtube',
          state: 'posted',
          videoId: 'youtube-1',
          videoUrl: 'https://youtube.example/1',
          message: 'Posted to YouTube.',
        },
        facebook: {
          platform: 'facebook',
          state: 'posted',
          postId: 'facebook-1',
          pageId: 'facebook-account',
          pageName: 'My facebook',
          videoUrl: 'https://facebook.example/1',
          message: 'Posted to Facebook.',
        },
        tiktok: {
          platform: 'tiktok',
          state: 'posted',
          postId: 'tiktok-1',
          videoUrl: 'https://tiktok.example/1',
          message: 'Posted to TikTok.',
        },
      },
      posted_to: ['youtube', 'facebook', 'tiktok'],
      failed_to_post: [],
      errors: {},
    });
    const calls = api.postsOf(partner);
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ postId }) => postId)).size).toBe(3);
    const [first] = calls;
    expect(first).toMatchObject({ title: 'A title', description: 'Hello', mediaUrl: '' });
    expect((await api.readObject(first?.mediaKey ?? '')).equals(video)).toBe(true);
    const rows = await api.db.selectFrom('partner_posts').selectAll().where('user_id', '=', partner.userId).execute();
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ state: 'posted', key_id: partner.keyId, media_key: first?.mediaKey });
  });

  it('passes the URL to Instagram and the file to the others', async () => {
    const partner = await api.newPartner('instagram', 'tiktok');
    const videoUrl = 'https://example.com/v.mp4';
    const payload = { videoFile: base64(), videoUrl, platforms: ['instagram', 'tiktok'] };
    const response = await api.post(partner, 'post-video', payload);
    expect(response.json()).toMatchObject({
      results: { instagram: { postId: 'instagram-1', containerId: 'container-1' } },
      posted_to: ['instagram', 'tiktok'],
    });
    const calls = Object.fromEntries(api.postsOf(partner).map((call) => [call.platform, call]));
    expect(calls.instagram).toMatchObject({ mediaUrl: videoUrl, mediaKey: '' });
    expect(calls.tiktok).toMatchObject({ mediaUrl: '', mediaKey: expect.stringMatching(/^partner\/.*\.bin$/) });
  });

  it('posts to the connected platforms and reports the others', async () => {
    api.publishing.behaviour.stateOf = ({ platform }) =>
      platform === 'facebook' ? { state: 'failed', code: 'PAGE_NOT_CHOSEN' } : { state: 'posted' };
    const partner = await api.newPartner('youtube', 'facebook');
    const payload = { videoFile: base64(), platforms: ['tiktok', 'youtube', 'facebook'] };
    const response = await api.post(partner, 'post-video', payload);
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      {
        status: 'partially_posted',
        success: false,
        posted_to: ['youtube'],
        failed_to_post: ['facebook', 'tiktok'],
        errors: {
          facebook: {
            error: 'PAGE_NOT_CHOSEN',
            message:
              'The Facebook Page to post to is not chosen yet. Choose the Page; until then nothing goes out there.',
          },
          tiktok: { error: 'PLATFORM_NOT_CONNECTED' },
        },
      },
    ]);
  });

  it('waits for the outcome, and answers `processing` when it takes too long', async () => {
    const quick = await startExternalApi({ POST_WAIT_MS: 3_000 });
    try {
      quick.publishing.behaviour.stateOf = ({ platform }, look) => ({
        state: platform === 'youtube' && look >= 2 ? 'posted' : 'processing',
        platformPostId: platform === 'youtube' ? 'y' : '',
        permalink: '',
      });
      const partner = await quick.newPartner('youtube', 'tiktok');
      const payload = { videoFile: base64(), platforms: ['youtube', 'tiktok'] };
      const response = await quick.post(partner, 'post-video', payload);
      expect(response.json()).toEqual({
        id: expect.any(String),
        status: 'processing',
        success: true,
        results: {
          youtube: { platform: 'youtube', state: 'posted', videoId: 'y', message: 'Posted to YouTube.' },
          tiktok: { platform: 'tiktok', state: 'processing', message: 'TikTok is still processing the video.' },
        },
        posted_to: ['youtube'],
        failed_to_post: [],
        errors: {},
      });
    } finally {
      await quick.stop();
    }
  });

  it('answers 500 with a cause when every platform failed', async () => {
    api.publishing.behaviour.stateOf = () => ({ state: 'failed', code: 'TITLE_REFUSED' });
    const partner = await api.newPartner('youtube');
    const response = await api.post(partner, 'youtube/post', { videoFile: base64() });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({
      success: false,
      error: 'POSTING_FAILED',
      message:
        'YouTube: YouTube did not accept the title. Plan a new entry in the calendar whose caption begins with another first line.',
      failed_to_post: ['youtube'],
      errors: { youtube: { error: 'TITLE_REFUSED' } },
    });
  });

  it('gives the text of the cause for which publishing refused a post', async () => {
    api.publishing.behaviour.refusal = new CauseError('PERMISSION_DENIED', {
      code: 'PLAN_FEATURE',
      data: { feature: 'posting' },
    });
    const partner = await api.newPartner('youtube');
    const response = await api.post(partner, 'youtube/post', { videoFile: base64() });
    expect([response.statusCode, response.json().errors]).toEqual([
      500,
      { youtube: { error: 'PLAN_FEATURE', message: 'Posting to your accounts starts with the Starter plan.' } },
    ]);
    expect(response.headers).toMatchObject({ 'content-language': 'en-US', vary: 'accept-language' });
  });

  it('reports an unknown outcome as neither posted nor failed', async () => {
    api.publishing.behaviour.stateOf = () => ({ state: 'unconfirmed' });
    const partner = await api.newPartner('tiktok');
    const response = await api.post(partner, 'tiktok/post', { videoFile: base64() });
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      {
        success: false,
        posted_to: [],
        failed_to_post: [],
        errors: {
          tiktok: {
            error: 'POST_UNCONFIRMED',
            message: 'TikTok did not say whether it took the video. Please check your account before posting again.',
          },
        },
      },
    ]);
  });

  it('reports a post that publishing has lost as neither posted nor processing', async () => {
    const partner = await api.newPartner('youtube');
    api.publishing.behaviour.stateOf = ({ postId, platform }) => {
      api.publishing.posts.delete(`${postId}/${platform}`);
      return { state: 'processing' };
    };
    const response = await api.post(partner, 'youtube/post', { videoFile: base64() });
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      {
        success: false,
        posted_to: [],
        failed_to_post: [],
        errors: {
          youtube: {
            error: 'NO_SUCH_POST',
            message:
              'We do not know whether the post to YouTube went out. Please check your account before posting again.',
          },
        },
      },
    ]);
  });

  it('makes one post when publishing was unavailable for a moment', async () => {
    const partner = await api.newPartner('youtube');
    api.publishing.behaviour.failBefore = 1;
    api.publishing.behaviour.failAfter = 1;
    const response = await api.post(partner, 'youtube/post', { videoFile: base64() });
    expect(response.json()).toMatchObject({ success: true, posted_to: ['youtube'] });
    expect(new Set(api.postsOf(partner).map(({ postId }) => postId)).size).toBe(1);
  });
});

describe('POST /api/external/{platform}/post', () => {
  it.each(['facebook', 'tiktok', 'youtube'])('posts a file to %s', async (platform) => {
    const partner = await api.newPartner(platform);
    const response = await api.post(partner, `${platform}/post`, { videoFile: base64(), description: 'x' });
    expect(response.json()).toMatchObject({ success: true, posted_to: [platform] });
  });

  it('posts a URL to Instagram', async () => {
    const partner = await api.newPartner('instagram');
    const response = await api.post(partner, 'instagram/post', { videoUrl: 'https://example.com/v.mp4' });
    expect(response.json()).toMatchObject({ success: true, posted_to: ['instagram'] });
    expect(await api.uploadsOf(partner)).toEqual([]);
  });

  it('refuses a platform that does not exist', async () => {
    const partner = await api.newPartner('youtube');
    const response = await api.post(partner, 'myspace/post', { videoFile: base64() });
    expect([response.statusCode, response.json().error]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('a request that cannot be fulfilled', () => {
  const file = mp4(12).toString('base64');
  const picture = Buffer.alloc(300_000, 1).toString('base64');
  const url = 'https://example.com/v.mp4';
  it.each<[string, object | string, number, string]>([
    ['post-video', { videoFile: file }, 400, 'MISSING_PARAMETERS'],
    ['post-video', { videoFile: file, platforms: [] }, 400, 'MISSING_PARAMETERS'],
    ['post-video', { platforms: ['youtube'] }, 400, 'MISSING_PARAMETERS'],
    ['youtube/post', { description: 'no video' }, 400, 'MISSING_PARAMETERS'],
    ['youtube/post', { videoFile: null }, 400, 'MISSING_PARAMETERS'],
    ['instagram/post', { videoFile: file }, 400, 'MISSING_PARAMETERS'],
    ['post-video', { videoFile: file, platforms: ['youtube', 'instagram'] }, 400, 'MISSING_PARAMETERS'],
    ['post-video', { videoFile: file, platforms: ['myspace'] }, 400, 'VALIDATION_FAILED'],
    ['post-video', { videoFile: file, platforms: 'youtube' }, 400, 'VALIDATION_FAILED'],
    ['youtube/post', { videoFile: file, privacy: 'public' }, 400, 'VALIDATION_FAILED'],
    ['youtube/post', { videoFile: file, platforms: ['tiktok'] }, 400, 'VALIDATION_FAILED'],
    ['youtube/post', { videoFile: file, title: 'x'.repeat(101) }, 400, 'VALIDATION_FAILED'],
    ['youtube/post', { videoFile: 'not base64!' }, 400, 'VIDEO_NOT_BASE64'],
    ['youtube/post', '{"videoFile":"AAAA', 400, 'BAD_JSON'],
    ['youtube/post', { videoFile: Buffer.alloc(30).toString('base64') }, 415, 'UNSUPPORTED_VIDEO'],
    ['post-video', { videoFile: picture }, 400, 'MISSING_PARAMETERS'],
    ['instagram/post', { videoFile: picture }, 400, 'MISSING_PARAMETERS'],
    ['post-video', { videoFile: 'AAAA', platforms: ['myspace'] }, 400, 'VALIDATION_FAILED'],
    ['youtube/post', `{"videoFile":"${picture}","foo":1}`, 400, 'VALIDATION_FAILED'],
    ['tiktok/post', { videoFile: file }, 400, 'PLATFORM_NOT_CONNECTED'],
    [
      'post-video',
      { videoFile: file, videoUrl: url, platforms: ['tiktok', 'instagram'] },
      400,
      'PLATFORM_NOT_CONNECTED',
    ],
  ])('%s %.60j is answered %i %s and stores nothing', async (path, payload, status, code) => {
    const partner = await api.newPartner('youtube');
    const before = (await api.objects()).length;
    const response = await api.post(partner, path, payload);
    expect([response.statusCode, response.json()]).toMatchObject([
      status,
      { error: code, message: expect.any(String), requestId: expect.any(String) },
    ]);
    expect(api.postsOf(partner)).toEqual([]);
    expect(await api.uploadsOf(partner)).toEqual([]);
    expect(await api.objects()).toHaveLength(before);
  });

  it('is answered 503 while publishing is unavailable, and stores nothing', async () => {
    const partner = await api.newPartner('youtube');
    api.publishing.behaviour.listDown = true;
    const response = await api.post(partner, 'youtube/post', { videoFile: base64() });
    expect(response.statusCode).toBe(503);
    expect(await api.uploadsOf(partner)).toEqual([]);
  });

  it('is answered 503 while publishing does not answer, and can be repeated with its key', async () => {
    const partner = await api.newPartner('youtube');
    const frozen = Promise.withResolvers<void>();
    api.publishing.behaviour.thaw = frozen.promise;
    const send = () => api.post(partner, 'youtube/post', { videoFile: base64() }, { 'idempotency-key': 'frozen' });
    const response = await send();
    frozen.resolve();
    expect([response.statusCode, response.json().error]).toEqual([503, 'UNAVAILABLE']);
    expect(await api.uploadsOf(partner)).toEqual([]);
    expect((await send()).json()).toMatchObject({ success: true, posted_to: ['youtube'] });
  });

  it('is answered 415 when its body is of another type', async () => {
    const partner = await api.newPartner('youtube');
    const response = await api.post(partner, 'youtube/post', 'a=b', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect([response.statusCode, response.json().error]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('[ASVS 8.2.1] is refused without an API key', async () => {
    const session = await api.identity.asUser('1');
    for (const headers of [{}, session]) {
      for (const path of ['post-video', 'youtube/post']) {
        const response = await api.app.inject({ method: 'POST', url: `/api/external/${path}`, headers, payload: {} });
        expect([response.statusCode, response.json().error]).toEqual([401, 'API_KEY_INVALID']);
      }
      const response = await api.app.inject({ url: '/api/external/user/connections', headers });
      expect(response.statusCode).toBe(401);
    }
  });
});

describe('GET /api/external/user/connections', () => {
  it("[ASVS 8.2.2] answers the connections of the key's owner only", async () => {
    const partner = await api.newPartner('tiktok', 'facebook');
    await api.newPartner('youtube', 'instagram');
    const response = await api.app.inject({ url: '/api/external/user/connections', headers: partner.headers });
    expect(response.json()).toEqual({
      success: true,
      connections: {
        tiktok: { connected: true, username: 'My tiktok' },
        youtube: { connected: false, channelName: null },
        facebook: { connected: true, userId: 'facebook-account', pageName: 'My facebook' },
        instagram: { connected: false, username: null },
      },
    });
  });
});
