import { createHash } from 'node:crypto';
import { cutText } from '@reelwright/text';
import type { ConnectionRow, VideoRow } from '../database.ts';
import { renditionOf } from '../videos/rendition.ts';

/** Counted in UTF-16 units, as the captions of TikTok and Instagram are. Descriptions are counted in bytes. */
const YOUTUBE_TITLE = 100;
const DESCRIPTION_BYTES = 5_000;

/** Title and caption of a post. Without a title of its own, the caption's first line is the title. */
export function textsOf(video: Pick<VideoRow, 'title' | 'caption'>): { title: string; caption: string } {
  const plain = (video.title || (video.caption.split('\n')[0] ?? '')).replaceAll(/[<>]/g, '').trim();
  const title = cutText(plain, YOUTUBE_TITLE) || 'New reel';
  const caption = cutText(video.caption.replaceAll(/[<>]/g, ''), DESCRIPTION_BYTES, Buffer.byteLength);
  return { title, caption };
}

/**
 * A hash of what a staged copy depends on: video, texts, consent and settings. A copy with another key than the
 * current one is discarded.
 */
export function contentKey(video: VideoRow, connection: ConnectionRow | undefined): string {
  const parts = [
    renditionOf(video).variation,
    video.media_key ?? video.media_url,
    video.title,
    video.caption,
    connection?.id,
    connection?.grant_number,
    connection?.account_id,
    connection?.settings.tiktok ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
