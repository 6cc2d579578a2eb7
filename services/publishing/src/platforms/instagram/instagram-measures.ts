import { insightsReader } from '../graph-insights.ts';
import { instagramErrors } from './instagram-errors.ts';

/** Instagram Media Insights of a reel: views and the time include replays. */
export const instagramMeasures = (settings: { graphUrl: string; version: string }) =>
  insightsReader({
    ...settings,
    errors: instagramErrors,
    scope: 'instagram_business_manage_insights',
    edge: 'insights',
    views: 'views',
    likes: 'likes',
    time: 'ig_reels_video_view_total_time',
  });
