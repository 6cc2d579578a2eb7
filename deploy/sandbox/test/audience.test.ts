import { audienceOf } from '../src/social/audience.ts';
import type { RunningSandbox } from '../src/start.ts';
import { facebookCalls } from './facebook-calls.ts';
import { googleCalls, scopeOf } from './google-calls.ts';
import { instagramCalls } from './instagram-calls.ts';
import { call, clip, eventually, mediaHost, setKnobs, startOwn } from './social.ts';
import { tiktokCalls } from './tiktok-calls.ts';

const HOUR_MS = 3_600_000;
const wentOut = new Date('2026-03-01T09:00:00Z');

describe('the numbers of a post', () => {
  it('are zero when it goes out, and never decrease', () => {
    const hours = Array.from({ length: 400 }, (_, hour) => new Date(wentOut.getTime() + hour * HOUR_MS));
    for (const id of ['7123', 'abc', '1801']) {
      const numbers = hours.map((now) => audienceOf(id, wentOut, now));
      expect(numbers[0]).toEqual({ views: 0, likes: 0, watchSeconds: 0 });
      for (const name of ['views', 'likes', 'watchSeconds'] as const) {
        const series = numbers.map((one) => one[name]);
        expect(series).toEqual([...series].sort((a, b) => a - b));
      }
      expect(numbers.at(-1)?.views).toBeGreaterThan(20);
    }
  });

  it('are the same for the same id and times, and differ between posts', () => {
    const now = new Date(wentOut.getTime() + 48 * HOUR_MS);
    expect(audienceOf('7123', wentOut, now)).toEqual(audienceOf('7123', wentOut, now));
    expect(audienceOf('7123', wentOut, now)).not.toEqual(audienceOf('7124', wentOut, now));
  });
});

describe('a platform reports the numbers of a post to its owner', () => {
  let sandbox: RunningSandbox;
  let host: Awaited<ReturnType<typeof mediaHost>>;
  beforeAll(async () => {
    sandbox = await startOwn();
    host = await mediaHost(clip);
    await setKnobs(sandbox, 'tiktok', { moderationMs: 0 });
    await setKnobs(sandbox, 'facebook', { processingMs: 0 });
    await setKnobs(sandbox, 'instagram', { processingMs: 0 });
    sandbox.chaos.set('google', { slowModerationMs: 1 });
  });
  afterAll(async () => {
    host.close();
    await sandbox.close();
  });

  /** When a stored post went out, on the product's clock. */
  const at = (collection: string, isPost: (row: Row) => boolean): Date => {
    const row = sandbox.store.collection<Row>(collection).find(isPost);
    return new Date(row?.post?.at ?? row?.uploadedAt ?? row?.at ?? '');
  };
  interface Row {
    id: string;
    postId?: string;
    at?: string;
    uploadedAt?: string;
    post?: { id: string; at: string } | null;
  }
  /** Stops product time a day later, so that a test can predict the numbers. */
  const stopTomorrow = async (): Promise<Date> => {
    const now = new Date(sandbox.clock.now().getTime() + 24 * HOUR_MS);
    sandbox.clock.now = () => now;
    return now;
  };

  it('TikTok by video.query, and leaves out what is not a public video of theirs', async () => {
    const tiktok = tiktokCalls(() => sandbox);
    const { access } = await tiktok.connect();
    const { publish_id, upload_url } = (await tiktok.init(access)).json.data;
    await tiktok.put(upload_url, clip);
    const { json } = await eventually(
      () => tiktok.status(access, publish_id),
      ({ text }) => text.includes('PUBLISH_COMPLETE'),
    );
    expect(json.data.status).toBe('PUBLISH_COMPLETE');
    const id = tiktok.posted(publish_id)[0]?.detail?.postId as string;
    const now = await stopTomorrow();
    const { views, likes } = audienceOf(
      id,
      at('tiktok-publications', ({ postId }) => postId === id),
      now,
    );
    const body = { filters: { video_ids: [id, '7000000000000000000'] } };
    const reply = await tiktok.post(access, '/v2/video/query/?fields=id,view_count,like_count', body);
    expect(reply.json.data.videos).toEqual([{ id, view_count: views, like_count: likes }]);
    const other = await tiktok.connect('nico.bianchi');
    const foreign = await tiktok.post(other.access, '/v2/video/query/?fields=id', body);
    expect(foreign.json.data.videos).toEqual([]);
  });

  it('YouTube by videos.list and by a report on its minutes', async () => {
    const google = googleCalls(() => sandbox);
    const token = await google.grant(
      'youtube',
      ['youtube.upload', 'youtube.readonly', 'yt-analytics.readonly'].map(scopeOf),
    );
    const path = '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status';
    const metadata = { snippet: { title: 'Glass', categoryId: '22' }, status: { privacyStatus: 'public' } };
    const session = await google.start(path, token, metadata, clip.length);
    const { id } = (await google.chunk(session, `bytes 0-${clip.length - 1}/${clip.length}`, new Uint8Array(clip)))
      .json;
    const now = await stopTomorrow();
    const audience = audienceOf(
      id,
      at('youtube-videos', (row) => row.id === id),
      now,
    );
    const list = await google.api(`/youtube/v3/videos?part=statistics&id=${id}`, token);
    expect(list.json.items[0].statistics).toMatchObject({
      viewCount: String(audience.views),
      likeCount: String(audience.likes),
    });
    const query = new URLSearchParams({
      ids: 'channel==MINE',
      startDate: '2020-01-01',
      endDate: now.toISOString().slice(0, 10),
      metrics: 'estimatedMinutesWatched',
      dimensions: 'video',
      filters: `video==${id}`,
      maxResults: '50',
      sort: '-estimatedMinutesWatched',
    });
    const report = await google.api(`/v2/reports?${query}`, token);
    expect(report.json.rows).toEqual([[id, Math.floor(audience.watchSeconds / 60)]]);
  });

  it('Facebook by video_insights, and no number before the reel is out', async () => {
    const facebook = facebookCalls(() => sandbox);
    const connected = await facebook.connect();
    const id = await facebook.uploaded(connected);
    const metric = 'fb_reels_total_plays,post_video_likes_by_reaction_type,post_video_view_time';
    const ask = () => facebook.get(`/${id}/video_insights`, { metric, access_token: connected.token });
    expect((await ask()).json).toEqual({ data: [] });
    await facebook.finish(connected, id);
    const now = await stopTomorrow();
    const { views, likes, watchSeconds } = audienceOf(
      id,
      at('facebook-reels', (row) => row.id === id),
      now,
    );
    const { data } = (await ask()).json;
    const reactions = { REACTION_LIKE: likes - 1, REACTION_LOVE: 1 };
    expect(data.map(({ values }: { values: { value: unknown }[] }) => values[0]?.value)).toEqual([
      views,
      likes === 0 ? {} : reactions,
      watchSeconds * 1000,
    ]);
  });

  it('Instagram by insights', async () => {
    const instagram = instagramCalls(
      () => sandbox,
      () => host.url,
    );
    const connected = await instagram.connect();
    const { id } = (await instagram.publish(connected, await instagram.finished(connected))).json;
    const now = await stopTomorrow();
    const { views, likes, watchSeconds } = audienceOf(
      id,
      at('instagram-containers', ({ post }) => post?.id === id),
      now,
    );
    const url = `${instagram.origin()}/v26.0/${id}/insights`;
    const query = { metric: 'views,likes,ig_reels_video_view_total_time', access_token: connected.token };
    const { json } = await call(`${url}?${new URLSearchParams(query)}`);
    expect(json.data).toMatchObject([
      { name: 'views', period: 'lifetime', values: [{ value: views }] },
      { name: 'likes', values: [{ value: likes }] },
      { name: 'ig_reels_video_view_total_time', values: [{ value: watchSeconds * 1000 }] },
    ]);
  });
});
