import { readInsights } from '../graph-insights.ts';
import type { MeasureReader } from '../measures.ts';
import { facebookErrors } from './facebook-errors.ts';

const METRICS = ['fb_reels_total_plays', 'post_video_likes_by_reaction_type', 'post_video_view_time'];

/**
 * Graph API, Video Insights of a reel, one call for each: plays with replays, reactions of all kinds, and the time in
 * milliseconds. The Page's token, permission `read_insights` and the task ANALYZE.
 */
export const facebookMeasures = (settings: { graphUrl: string; version: string }): MeasureReader => ({
  scopes: ['read_insights'],
  mostIds: 1,
  async read({ accessToken, signal }, [id = '']) {
    const url = `${settings.graphUrl}/${settings.version}/${id}/video_insights`;
    const values = await readInsights(facebookErrors, url, { metrics: METRICS, accessToken, signal });
    const [plays, reactions, time] = METRICS.map((metric) => values.get(metric));
    if (plays === undefined) return new Map();
    const watched = time === undefined ? {} : { watchSeconds: Math.round(time / 1000) };
    return new Map([[id, { views: plays, likes: reactions ?? 0, ...watched }]]);
  },
});
