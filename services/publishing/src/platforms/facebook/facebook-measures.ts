import { insightsReader } from '../graph-insights.ts';
import { facebookErrors } from './facebook-errors.ts';

/**
 * Graph API, Video Insights of a reel: plays with replays, reactions of all kinds, and the time. The Page's token,
 * permission `read_insights` and the task ANALYZE.
 */
export const facebookMeasures = (settings: { graphUrl: string; version: string }) =>
  insightsReader({
    ...settings,
    errors: facebookErrors,
    scope: 'read_insights',
    edge: 'video_insights',
    views: 'fb_reels_total_plays',
    likes: 'post_video_likes_by_reaction_type',
    time: 'post_video_view_time',
  });
