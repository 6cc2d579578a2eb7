import { readInsights } from '../graph-insights.ts';
import type { MeasureReader } from '../measures.ts';
import { instagramErrors } from './instagram-errors.ts';

const METRICS = ['views', 'likes', 'ig_reels_video_view_total_time'];

/**
 * Instagram Media Insights of a reel, one call for each: views and the time, in milliseconds, include replays.
 * Permission `instagram_business_manage_insights`.
 */
export const instagramMeasures = (settings: { graphUrl: string; version: string }): MeasureReader => ({
  scopes: ['instagram_business_manage_insights'],
  mostIds: 1,
  async read({ accessToken, signal }, [id = '']) {
    const url = `${settings.graphUrl}/${settings.version}/${id}/insights`;
    const values = await readInsights(instagramErrors, url, { metrics: METRICS, accessToken, signal });
    const [views, likes, time] = METRICS.map((metric) => values.get(metric));
    if (views === undefined) return new Map();
    const watched = time === undefined ? {} : { watchSeconds: Math.round(time / 1000) };
    return new Map([[id, { views, likes: likes ?? 0, ...watched }]]);
  },
});
