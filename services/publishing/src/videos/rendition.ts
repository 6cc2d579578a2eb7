import type { VideoRow } from '../database.ts';

/** The render of a video that goes out. */
export interface Rendition {
  readonly variation: number;
  readonly state: 'ready' | 'waited_for' | 'failed';
}

/**
 * Chooses the newest requested render. If it failed, the earlier one is used: it was paid for, and is better than no
 * post.
 */
export function renditionOf(
  video: Pick<VideoRow, 'variation' | 'media_variation' | 'failed_variation' | 'media_key' | 'media_url'>,
): Rendition {
  const { variation, media_variation, failed_variation } = video;
  const earlier = video.media_key !== null || video.media_url !== null ? media_variation : null;
  if (earlier !== null && earlier >= variation) return { variation: earlier, state: 'ready' };
  if (failed_variation === null || failed_variation < variation) return { variation, state: 'waited_for' };
  return earlier === null ? { variation, state: 'failed' } : { variation: earlier, state: 'ready' };
}
