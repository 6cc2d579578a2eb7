import type { Sandbox } from '../core/sandbox.ts';
import { badParameter, graphFault, missingObject, uploadFault } from '../meta/errors.ts';
import { selectFields } from '../meta/fields.ts';
import { checkParams, flag, type GraphCall } from '../meta/graph.ts';
import type { UploadTarget } from '../meta/rupload.ts';
import { mayPull } from '../social/pull.ts';
import { type Account, accountsOf } from './accounts.ts';
import { type Container, type Containers, containersOf, mostBytes, subcodes } from './containers.ts';
import { type InstagramKnobs, instagramKnobs } from './settings.ts';

/** What both hosts that publish to Instagram work on. */
export interface InstagramPublishing {
  sandbox: Sandbox;
  knobs: InstagramKnobs;
  containers: Containers;
  findByUsername(username: string): Account | undefined;
  findByUserId(userId: string): Account | undefined;
  /** The resumable upload of containers made with `upload_type=resumable`. */
  uploads(isLive: (token: string) => boolean): UploadTarget;
}

const day = 24 * 3_600_000;

export function instagramPublishing(sandbox: Sandbox): InstagramPublishing {
  const { store } = sandbox;
  const knobs = instagramKnobs(store);
  const containers = containersOf(sandbox, knobs);
  return {
    sandbox,
    knobs,
    containers,
    findByUsername: (username) => accountsOf(store).get(username),
    findByUserId: (userId) => accountsOf(store).find((account) => account.userId === userId),
    uploads: (isLive) => ({
      prefix: '/ig-api-upload',
      mostBytes,
      open: (id, token) => {
        const container = containers.get(id);
        if (!container || container.videoUrl !== null || !isLive(token)) {
          throw uploadFault(
            400,
            'NotAuthorizedError',
            'Authentication failed: the token may not upload to this container.',
          );
        }
        if (container.readyAt !== null)
          throw uploadFault(400, 'ParameterValidationError', 'The upload of this container is complete.');
        return { mediaId: container.mediaId };
      },
      complete: (id, medium) => {
        const container = containers.get(id);
        if (container) containers.arrived(container, medium);
        return { success: true, message: 'Upload successful.' };
      },
    }),
  };
}

/** What answers a call to one of these accounts, their containers or their posts; undefined when it is none of theirs. */
export function instagramNode(
  parts: InstagramPublishing,
  call: GraphCall,
  id: string,
  userIds: readonly string[],
  { resumable }: { resumable: boolean },
): (() => unknown) | undefined {
  const edge = call.path[1];
  if (userIds.includes(id)) {
    const account = parts.findByUserId(id);
    return account && (() => answerAccount(parts, call, account, edge, resumable));
  }
  const container = parts.containers.get(id);
  if (container && userIds.includes(container.userId)) return () => answerContainer(parts, call, container);
  const published = parts.containers.byPost(id);
  if (published?.post && userIds.includes(published.userId)) return () => answerPost(parts, call, published);
  return undefined;
}

function answerAccount(
  parts: InstagramPublishing,
  call: GraphCall,
  account: Account,
  edge: string | undefined,
  resumable: boolean,
): unknown {
  const { sandbox, containers, knobs } = parts;
  const route = `${call.method} ${edge ?? ''}`;
  if (route === 'GET ') return accountFields(sandbox, account, call.params.fields);
  if (route === 'POST media') return createContainer(parts, call, account, resumable);
  if (route === 'POST media_publish') return publishContainer(parts, call, account);
  if (route === 'GET media') {
    const own = containers.all().filter(({ userId, post }) => userId === account.userId && post !== null);
    return { data: own.reverse().map((container) => postFields(parts, container, call.params.fields ?? 'id')) };
  }
  if (route === 'GET content_publishing_limit') {
    const now = sandbox.clock.now().getTime();
    const since = call.params.since === undefined ? now - day : Number(call.params.since) * 1000;
    if (!Number.isFinite(since) || since < now - day - 60_000)
      throw badParameter('Param since must be a unix timestamp within the last 24 hours.');
    const node = {
      quota_usage: containers.publishedSince(account.userId, since),
      config: { quota_total: knobs.get().postsPerDay, quota_duration: day / 1000 },
    };
    return { data: [selectFields(node, 'ContentPublishingLimit', call.params.fields, ['quota_usage'])] };
  }
  throw missingObject(call.method, account.userId);
}

export function accountFields({ origins }: Sandbox, account: Account, fields: string | undefined): object {
  const node = {
    id: account.scopedId,
    user_id: account.userId,
    username: account.id,
    name: account.name,
    account_type: account.accountType,
    profile_picture_url: `${origins.browser('instagram')}/avatars/${account.id}`,
    followers_count: 0,
    follows_count: 0,
    media_count: 0,
  };
  return selectFields(node, 'InstagramUser', fields, []);
}

const containerParams = [
  'media_type',
  'video_url',
  'upload_type',
  'caption',
  'share_to_feed',
  'thumb_offset',
  'cover_url',
  'is_ai_generated',
  'audio_name',
  'collaborators',
  'location_id',
  'user_tags',
];

function createContainer(parts: InstagramPublishing, call: GraphCall, account: Account, resumable: boolean): object {
  const { containers, knobs, sandbox } = parts;
  checkParams(call, containerParams);
  const {
    media_type: type,
    video_url: videoUrl,
    upload_type: uploadType,
    caption = '',
    thumb_offset: thumb,
  } = call.params;
  if (type !== 'REELS') throw graphFault(100, 'Unknown media type: only REELS is emulated.', { subcode: 2207023 });
  checkCaption(caption, knobs.get().hashtags);
  const thumbOffset = thumb === undefined ? null : Number(thumb);
  if (thumbOffset !== null && (!Number.isInteger(thumbOffset) || thumbOffset < 0)) {
    throw graphFault(1, 'The thumbnail offset must be within the video.', { subcode: subcodes.thumbnail });
  }
  if (uploadType !== undefined && (uploadType !== 'resumable' || !resumable))
    throw badParameter('Param upload_type is not supported here.');
  if (uploadType === undefined && !videoUrl) throw badParameter('The parameter video_url is required');
  if (uploadType !== undefined && videoUrl !== undefined) throw badParameter('Send either video_url or upload_type.');
  if (videoUrl !== undefined && !mayPull(videoUrl)) {
    throw graphFault(9004, 'Only photo or video can be accepted as media type.', {
      subcode: subcodes.unreachable,
      userMessage: 'The media could not be fetched from this URI.',
    });
  }
  const today = containers.all().filter(({ userId, madeAt }) => {
    const age = sandbox.clock.now().getTime() - Date.parse(madeAt);
    return userId === account.userId && age >= 0 && age < day;
  });
  if (today.length >= knobs.get().containersPerDay)
    throw graphFault(9, 'Application request limit reached: too many containers.', { subcode: 2207042 });
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

function checkCaption(caption: string, mostHashtags: number): void {
  if (caption.length > 2200) throw graphFault(36004, 'The caption was too long.', { subcode: 2207010 });
  if ((caption.match(/@[\w.]+/g) ?? []).length > 20)
    throw graphFault(100, 'The caption has more than 20 @ tags.', { subcode: 2207040 });
  if ((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).length > mostHashtags) {
    throw graphFault(100, `The caption has more than ${mostHashtags} hashtags.`, { subcode: 2207040 });
  }
}

function publishContainer(parts: InstagramPublishing, call: GraphCall, account: Account): object {
  const { containers, knobs, sandbox } = parts;
  checkParams(call, ['creation_id']);
  const id = call.params.creation_id;
  if (!id) throw badParameter('The parameter creation_id is required');
  const container = containers.get(id);
  if (container?.userId !== account.userId)
    throw graphFault(24, 'The requested media could not be found.', { subcode: 2207006 });
  if (account.isRestricted) throw graphFault(25, 'The Instagram account is restricted.', { subcode: 2207050 });
  const status = containers.statusOf(container);
  // A container makes one post; asked again, it is no longer there to be published.
  if (status === 'PUBLISHED')
    throw graphFault(24, 'The requested media could not be found: it was already published.', { subcode: 2207006 });
  if (status === 'EXPIRED')
    throw graphFault(-2, 'The media you are trying to publish has expired.', { subcode: 2207020 });
  if (status === 'ERROR') throw graphFault(-1, 'The media could not be created.', { subcode: 2207032 });
  if (status === 'IN_PROGRESS')
    throw graphFault(9007, 'Media ID is not available: the media is not ready to be published.', { subcode: 2207027 });
  const since = sandbox.clock.now().getTime() - day;
  if (containers.publishedSince(account.userId, since) >= knobs.get().postsPerDay) {
    throw graphFault(9, 'Application request limit reached: the maximum number of posts a day.', { subcode: 2207042 });
  }
  if (sandbox.chaos.strikes('instagram', 'refusal')) {
    call.request.fault = 'refusal';
    throw graphFault(4, 'We restrict certain activity to protect our community.', { subcode: 2207051 });
  }
  return { id: containers.publish(container).post?.id };
}

function answerContainer({ containers }: InstagramPublishing, call: GraphCall, container: Container): object {
  if (call.method !== 'GET' || call.path.length > 1) throw missingObject(call.method, container.id);
  const code = containers.statusOf(container);
  const words: Record<typeof code, string> = {
    IN_PROGRESS: 'In Progress: Media is still being processed.',
    FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
    PUBLISHED: 'Published: Media has been successfully published.',
    EXPIRED: 'Expired: Media was not published within 24 hours.',
    ERROR: `Error: Media upload has failed with error code ${container.problem}`,
  };
  return selectFields(
    { id: container.id, status_code: code, status: words[code] },
    'ShadowIGMediaBuilder',
    call.params.fields,
    [],
  );
}

function answerPost(parts: InstagramPublishing, call: GraphCall, container: Container): object {
  if (call.method !== 'GET' || call.path.length > 1) throw missingObject(call.method, container.post?.id ?? '');
  return postFields(parts, container, call.params.fields ?? 'id');
}

function postFields(
  { sandbox: { origins }, findByUserId }: InstagramPublishing,
  container: Container,
  fields: string,
): object {
  const { post } = container;
  const node = {
    id: post?.id,
    permalink: `${origins.browser('instagram')}/reel/${post?.shortcode}/`,
    shortcode: post?.shortcode,
    media_type: 'VIDEO',
    media_product_type: 'REELS',
    caption: container.caption,
    timestamp: post?.at.replace(/\.\d+Z$/, '+0000'),
    username: findByUserId(container.userId)?.id,
    owner: { id: container.userId },
    media_url: `${origins.browser('instagram')}/media/${container.mediaId}`,
    is_shared_to_feed: container.shareToFeed,
    like_count: 0,
    comments_count: 0,
  };
  return selectFields(node, 'Media', fields, []);
}
