import { badParameter, graphError } from '../meta/errors.ts';
import { flag, type GraphCall } from '../meta/graph.ts';
import { mayPull } from '../social/pull.ts';
import type { Account } from './accounts.ts';
import { DAY_MS, subcodes } from './containers.ts';
import type { InstagramPublishing } from './publishing.ts';

/** `POST {account}/media`: checks a post and starts the fetch of its video. @throws Graph errors by code and subcode */
export function createContainer(
  publishing: InstagramPublishing,
  call: GraphCall,
  account: Account,
  resumable: boolean,
): object {
  const { containers, knobs, sandbox } = publishing;
  const {
    media_type: type,
    video_url: videoUrl,
    upload_type: uploadType,
    caption = '',
    thumb_offset: thumb,
  } = call.params;
  if (type !== 'REELS') throw graphError(100, 'Unknown media type: only REELS is emulated.', { subcode: 2207023 });
  checkCaption(caption, knobs.get().hashtags);
  const thumbOffset = thumb === undefined ? null : Number(thumb);
  if (thumbOffset !== null && (!Number.isInteger(thumbOffset) || thumbOffset < 0)) {
    throw graphError(1, 'The thumbnail offset must be within the video.', { subcode: subcodes.thumbnail });
  }
  if (uploadType !== undefined && (uploadType !== 'resumable' || !resumable))
    throw badParameter('Param upload_type is not supported here.');
  if (uploadType === undefined && !videoUrl) throw badParameter('The parameter video_url is required');
  if (uploadType !== undefined && videoUrl !== undefined) throw badParameter('Send either video_url or upload_type.');
  if ([videoUrl, call.params.cover_url].some((url) => url !== undefined && !mayPull(url))) {
    throw graphError(9004, 'Only photo or video can be accepted as media type.', {
      subcode: subcodes.unreachable,
      userMessage: 'The media could not be fetched from this URI.',
    });
  }
  const today = containers.all().filter(({ userId, madeAt }) => {
    const age = sandbox.clock.now().getTime() - Date.parse(madeAt);
    return userId === account.userId && age >= 0 && age < DAY_MS;
  });
  if (today.length >= knobs.get().containersPerDay)
    throw graphError(9, 'Application request limit reached: too many containers.', { subcode: 2207042 });
  const container = containers.create({
    userId: account.userId,
    videoUrl: videoUrl ?? null,
    caption,
    thumbOffset,
    isAiGenerated: flag(call, 'is_ai_generated') ?? false,
    shareToFeed: flag(call, 'share_to_feed') ?? true,
  });
  if (videoUrl !== undefined) return { id: container.id };
  return { id: container.id, uri: `${sandbox.origins.server('facebook')}/ig-api-upload/v26.0/${container.id}` };
}

function checkCaption(caption: string, maxHashtags: number): void {
  if (caption.length > 2200) throw graphError(36004, 'The caption was too long.', { subcode: 2207010 });
  if ((caption.match(/@[\w.]+/g) ?? []).length > 20)
    throw graphError(100, 'The caption has more than 20 @ tags.', { subcode: 2207040 });
  if ((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).length > maxHashtags) {
    throw graphError(100, `The caption has more than ${maxHashtags} hashtags.`, { subcode: 2207040 });
  }
}

/** `POST {account}/media_publish`: the commit. */
export function publishContainer(publishing: InstagramPublishing, call: GraphCall, account: Account): object {
  const { containers, knobs, sandbox } = publishing;
  const id = call.params.creation_id;
  if (!id) throw badParameter('The parameter creation_id is required');
  const container = containers.get(id);
  if (container?.userId !== account.userId)
    throw graphError(24, 'The requested media could not be found.', { subcode: 2207006 });
  if (account.isRestricted) throw graphError(25, 'The Instagram account is restricted.', { subcode: 2207050 });
  const status = containers.statusOf(container);
  // A container makes one post and can't be published again.
  if (status === 'PUBLISHED')
    throw graphError(24, 'The requested media could not be found: it was already published.', { subcode: 2207006 });
  if (status === 'EXPIRED')
    throw graphError(-2, 'The media you are trying to publish has expired.', { subcode: 2207020 });
  if (status === 'ERROR') throw graphError(-1, 'The media could not be created.', { subcode: 2207032 });
  if (status === 'IN_PROGRESS')
    throw graphError(9007, 'Media ID is not available: the media is not ready to be published.', { subcode: 2207027 });
  const since = sandbox.clock.now().getTime() - DAY_MS;
  if (containers.publishedSince(account.userId, since) >= knobs.get().postsPerDay) {
    throw graphError(9, 'Application request limit reached: the maximum number of posts a day.', { subcode: 2207042 });
  }
  if (sandbox.chaos.strikes('instagram', 'refusal', container.id)) {
    call.request.fault = 'refusal';
    throw graphError(4, 'We restrict certain activity to protect our community.', { subcode: 2207051 });
  }
  return { id: containers.publish(container).post?.id };
}
