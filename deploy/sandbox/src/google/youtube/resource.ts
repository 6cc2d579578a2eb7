import type { Sandbox } from '../../core/sandbox.ts';
import { type Audience, audienceOf } from '../../social/audience.ts';
import type { Account, Channel } from '../accounts.ts';
import { isProcessed, privacyNow, type Video } from './video.ts';

/** A video with the requested parts. `echo` is the requested privacy, which the response to an upload repeats. */
export function videoResource(
  sandbox: Sandbox,
  video: Video,
  channel: Channel | undefined,
  parts: readonly string[],
  echo?: string,
): object {
  const processed = isProcessed(sandbox, video);
  const { outcome } = video;
  const audience = audienceOfVideo(sandbox, video);
  const thumbnail = { url: `https://i.ytimg.com/vi/${video.id}/default.jpg`, width: 120, height: 90 };
  const all: Record<string, object> = {
    snippet: {
      publishedAt: video.uploadedAt,
      channelId: video.channelId,
      title: video.title,
      description: video.description,
      thumbnails: { default: thumbnail },
      channelTitle: channel?.title ?? '',
      ...(video.tags.length > 0 ? { tags: video.tags } : {}),
      categoryId: video.categoryId,
      liveBroadcastContent: 'none',
    },
    status: {
      uploadStatus: processed ? outcome.status : 'uploaded',
      ...(processed && outcome.status === 'failed' ? { failureReason: outcome.reason } : {}),
      ...(processed && outcome.status === 'rejected' ? { rejectionReason: outcome.reason } : {}),
      privacyStatus: echo ?? privacyNow(sandbox, video),
      ...(video.publishAt === null ? {} : { publishAt: video.publishAt }),
      license: video.license,
      embeddable: video.embeddable,
      publicStatsViewable: true,
      madeForKids: video.madeForKids,
      selfDeclaredMadeForKids: video.madeForKids,
      containsSyntheticMedia: video.synthetic,
    },
    processingDetails: {
      processingStatus: processed ? (outcome.status === 'failed' ? 'failed' : 'succeeded') : 'processing',
      ...(processed && outcome.status === 'failed' ? { processingFailureReason: 'transcodeFailed' } : {}),
      fileDetailsAvailability: processed ? 'available' : 'inProgress',
    },
    contentDetails: { duration: 'PT8S', dimension: '2d', definition: 'hd', caption: 'false', licensedContent: false },
    statistics: {
      viewCount: String(audience.views),
      likeCount: String(audience.likes),
      favoriteCount: '0',
      commentCount: '0',
    },
    player: { embedHtml: '' },
  };
  const requestedParts = Object.entries(all).filter(([part]) => parts.includes(part));
  return { kind: 'youtube#video', etag: video.id, id: video.id, ...Object.fromEntries(requestedParts) };
}

/** Nobody watches a video that is not public. */
export function audienceOfVideo(sandbox: Sandbox, video: Video): Audience {
  if (privacyNow(sandbox, video) !== 'public') return { views: 0, likes: 0, watchSeconds: 0 };
  return audienceOf(video.id, new Date(video.publishAt ?? video.uploadedAt), sandbox.clock.now());
}

export function channelResource(
  channel: Channel,
  account: Account | undefined,
  parts: readonly string[],
  origin: string,
): object {
  const picture = { url: `${origin}/avatars/${account?.id}.svg`, width: 88, height: 88 };
  const all: Record<string, object> = {
    snippet: {
      title: channel.title,
      description: '',
      customUrl: channel.handle,
      publishedAt: '2024-03-01T09:00:00Z',
      thumbnails: { default: picture, medium: picture, high: picture },
    },
    contentDetails: { relatedPlaylists: { likes: '', uploads: `UU${channel.id.slice(2)}` } },
    statistics: { viewCount: '0', subscriberCount: '0', hiddenSubscriberCount: false, videoCount: '0' },
    status: { privacyStatus: 'public', isLinked: true, longUploadsStatus: 'allowed' },
  };
  const requestedParts = Object.entries(all).filter(([part]) => parts.includes(part));
  return { kind: 'youtube#channel', etag: channel.id, id: channel.id, ...Object.fromEntries(requestedParts) };
}
