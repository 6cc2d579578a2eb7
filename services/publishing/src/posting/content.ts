import { createHash } from 'node:crypto';
import { isBlank } from '@reelwright/text';
import type { ConnectionRow, VideoRow } from '../database.ts';
import { DEFAULT_TITLE } from '../platforms/connector.ts';
import { renditionOf } from '../videos/rendition.ts';

/**
 * Title and caption of a post, as saved; connectors apply the limits of their platforms. Without a title of its own, the
 * caption's first line is the title.
 */
export function textsOf({ title, caption }: Pick<VideoRow, 'title' | 'caption'>): { title: string; caption: string } {
  const firstLine = caption.split('\n', 1)[0] ?? '';
  const shown = [title, firstLine].find((text) => !isBlank(text)) ?? DEFAULT_TITLE;
  return { title: shown.trim(), caption };
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
