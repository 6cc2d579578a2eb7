import { createHash } from 'node:crypto';
import { isBlank } from '@reelwright/text';
import type { ConnectionRow, VideoRow } from '../database.ts';
import { DEFAULT_TITLE } from '../platforms/connector.ts';
import type { Platform } from '../platforms/platform.ts';
import { renditionOf } from '../videos/rendition.ts';

/**
 * Title and caption of a post; connectors apply the limits of their platforms. The title is trimmed; a blank one is replaced
 * by the caption's first line.
 */
export function textsOf(
  { title, ...texts }: Pick<VideoRow, 'title' | 'caption' | 'captions'>,
  platform: Platform,
): { title: string; caption: string } {
  const caption = captionOn(platform, texts);
  const firstLine = caption.split('\n', 1)[0] ?? '';
  const shown = [title, firstLine].find((text) => !isBlank(text)) ?? DEFAULT_TITLE;
  return { title: shown.trim(), caption };
}

const captionOn = (platform: Platform, { caption, captions }: Pick<VideoRow, 'caption' | 'captions'>): string =>
  captions[platform] ?? caption;

/**
 * A hash of what a platform's staged copy depends on: video, texts, consent and settings. A copy with another key than the
 * current one is discarded.
 */
export function contentKey(platform: Platform, video: VideoRow, connection: ConnectionRow | undefined): string {
  const parts = [
    renditionOf(video).variation,
    video.media_key ?? video.media_url,
    video.title,
    captionOn(platform, video),
    connection?.id,
    connection?.grant_number,
    connection?.account_id,
    connection?.settings.tiktok ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
