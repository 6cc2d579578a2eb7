import { AppError } from '@reelwright/errors';
import type { Streams } from '@reelwright/metrics';
import type { ObjectStore } from '@reelwright/object-store';
import type { PostCause } from '@reelwright/product';
import type { VideoRow } from '../database.ts';
import type { Media } from '../platforms/connector.ts';
import type { Platform } from '../platforms/platform.ts';
import { renditionOf } from '../videos/rendition.ts';

/** A post can never be made, for the cause `code`. */
export class PostImpossible extends Error {
  readonly code: PostCause;

  constructor(code: PostCause) {
    super(code);
    this.name = 'PostImpossible';
    this.code = code;
  }
}

/** Generation's signed path of a finished video, under the public media origin. */
export type MediaPaths = (videoId: string) => Promise<{ variation: number; mediaPath: string } | undefined>;

/** The bytes of a video in the object store, for an upload to a platform. */
export async function openMedia(
  { store, uploadStreams }: { store: ObjectStore; uploadStreams: Streams<'platform'> },
  video: VideoRow,
  platform: Platform,
): Promise<Media> {
  const key = video.media_key;
  const size = key === null ? undefined : await store.size(key);
  if (key === null || !size) throw new PostImpossible('MEDIA_GONE');
  return {
    size,
    async read(start, end) {
      return uploadStreams.observe(await store.get(key, { start, end }), end - start + 1, { platform });
    },
  };
}

/** A public address of the video: the partner's own, or ours, signed. */
export async function publicMediaUrl(
  deps: { mediaPaths: MediaPaths; mediaPublicUrl: string | undefined },
  video: VideoRow,
): Promise<string> {
  if (video.media_url) return video.media_url;
  if (video.source === 'partner') throw new PostImpossible('MEDIA_URL_NEEDED');
  const found = await deps.mediaPaths(video.id);
  if (!found || found.variation !== renditionOf(video).variation || !deps.mediaPublicUrl) {
    throw new AppError('UNAVAILABLE', 'MEDIA_URL_NOT_READY', 'The public address of this video is not known yet.');
  }
  const address = new URL(found.mediaPath, deps.mediaPublicUrl);
  // Platforms may not follow a redirect to the bucket.
  address.searchParams.set('redirect', 'no');
  return address.href;
}
