import { partnerFileHours } from '@reelwright/product';
import type { VideoRow } from '../database.ts';

/** A file can be posted until an hour before it is erased, the longest that posting it takes. */
const POSTABLE_MS = (partnerFileHours - 1) * 3_600_000;

/** Whether the file of a partner's post can still be posted at a time; always, if the post has none. */
export const fileLasts = (video: Pick<VideoRow, 'source' | 'media_key' | 'created_at'>, at: Date): boolean =>
  video.source === 'entry' || video.media_key === null || at.getTime() <= video.created_at.getTime() + POSTABLE_MS;
