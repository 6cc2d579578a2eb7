import type { Measured, MeasureReader } from '../measures.ts';
import { countOf } from '../provider-call.ts';
import { callTiktok } from './tiktok-api.ts';
import { tiktokErrors } from './tiktok-errors.ts';

const FIELDS = 'id,view_count,like_count';

/**
 * Display API, Query Videos: up to 20 ids, only public videos of the person who gave the token, scope `video.list`,
 * 600 calls a minute of the whole app. TikTok reports no watch time.
 */
export const tiktokMeasures = ({ apiUrl }: { apiUrl: string }): MeasureReader => ({
  scopes: ['video.list'],
  mostIds: 20,
  async read({ accessToken, signal }, ids) {
    const data = await callTiktok(`${apiUrl}/v2/video/query/?fields=${FIELDS}`, {
      accessToken,
      signal,
      body: { filters: { video_ids: ids } },
    });
    const videos = (data['videos'] ?? []) as { id?: unknown; view_count?: unknown; like_count?: unknown }[];
    return new Map<string, Measured>(
      videos.map(({ id, view_count, like_count }) => [
        String(id),
        { views: countOf(tiktokErrors, view_count), likes: countOf(tiktokErrors, like_count) },
      ]),
    );
  },
});
