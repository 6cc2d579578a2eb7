import type { Sandbox } from '../core/sandbox.ts';
import { badParameter, missingObject, uploadError } from '../meta/errors.ts';
import { selectFields } from '../meta/fields.ts';
import type { GraphCall } from '../meta/graph.ts';
import { insights } from '../meta/insights.ts';
import type { UploadTarget } from '../meta/rupload.ts';
import { audienceOf } from '../social/audience.ts';
import { type Account, accountsOf } from './accounts.ts';
import { type Container, type Containers, containersOf, DAY_MS, maxBytes } from './containers.ts';
import { type InstagramKnobs, instagramKnobs } from './knobs.ts';
import { createContainer, publishContainer } from './media.ts';

/** What the Facebook and the Instagram sandbox share to publish to Instagram. */
export interface InstagramPublishing {
  sandbox: Sandbox;
  /** The limits, lifetimes and delays that tests can change. */
  knobs: InstagramKnobs;
  containers: Containers;
  findByUsername(username: string): Account | undefined;
  findByUserId(userId: string): Account | undefined;
  /**
   * The resumable upload of containers made with `upload_type=resumable`. `isValid`: whether a token may still be used.
   */
  uploads(isValid: (token: string) => boolean): UploadTarget;
}

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
    uploads: (isValid) => ({
      prefix: '/ig-api-upload',
      maxBytes,
      open: (id, token) => {
        const container = containers.get(id);
        if (!container || container.videoUrl !== null || !isValid(token)) {
          throw uploadError(
            400,
            'NotAuthorizedError',
            'Authentication failed: the token may not upload to this container.',
          );
        }
        if (container.readyAt !== null)
          throw uploadError(400, 'ParameterValidationError', 'The upload of this container is complete.');
        return { mediaId: container.mediaId };
      },
      complete: (id, medium) => {
        const container = containers.get(id);
        if (container) containers.recordArrival(container, medium);
        return { success: true, message: 'Upload successful.' };
      },
    }),
  };
}

/** The handler of a call to an account of `userIds`, its containers or its posts; undefined for any other object. */
export function instagramHandler(
  publishing: InstagramPublishing,
  call: GraphCall,
  id: string,
  userIds: readonly string[],
  { resumable }: { resumable: boolean },
): (() => unknown) | undefined {
  const graphEdge = call.path[1];
  if (userIds.includes(id)) {
    const account = publishing.findByUserId(id);
    return account && (() => answerAccount(publishing, call, account, graphEdge, resumable));
  }
  const container = publishing.containers.get(id);
  if (container && userIds.includes(container.userId)) return () => answerContainer(publishing, call, container);
  const published = publishing.containers.byPost(id);
  if (published?.post && userIds.includes(published.userId)) return () => answerPost(publishing, call, published);
  return undefined;
}

function answerAccount(
  publishing: InstagramPublishing,
  call: GraphCall,
  account: Account,
  graphEdge: string | undefined,
  resumable: boolean,
): unknown {
  const { sandbox, containers, knobs } = publishing;
  const route = `${call.method} ${graphEdge ?? ''}`;
  if (route === 'GET ') return accountFields(sandbox, account, call.params.fields);
  if (route === 'POST media') return createContainer(publishing, call, account, resumable);
  if (route === 'POST media_publish') return publishContainer(publishing, call, account);
  if (route === 'GET media') {
    const own = containers.all().filter(({ userId, post }) => userId === account.userId && post !== null);
    return { data: own.reverse().map((container) => postFields(publishing, container, call.params.fields ?? 'id')) };
  }
  if (route === 'GET content_publishing_limit') {
    const now = sandbox.clock.now().getTime();
    const since = call.params.since === undefined ? now - DAY_MS : Number(call.params.since) * 1000;
    if (!Number.isFinite(since) || since < now - DAY_MS - 60_000)
      throw badParameter('Param since must be a unix timestamp within the last 24 hours.');
    const node = {
      quota_usage: containers.publishedSince(account.userId, since),
      config: { quota_total: knobs.get().postsPerDay, quota_duration: DAY_MS / 1000 },
    };
    return { data: [selectFields(node, 'ContentPublishingLimit', call.params.fields, ['quota_usage'])] };
  }
  throw missingObject(call.method, account.userId);
}

function accountFields({ origins }: Sandbox, account: Account, fields: string | undefined): object {
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

function answerContainer({ containers }: InstagramPublishing, call: GraphCall, container: Container): object {
  if (call.method !== 'GET' || call.path.length > 1) throw missingObject(call.method, container.id);
  const code = containers.statusOf(container);
  const statusTexts: Record<typeof code, string> = {
    IN_PROGRESS: 'In Progress: Media is still being processed.',
    FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
    PUBLISHED: 'Published: Media has been successfully published.',
    EXPIRED: 'Expired: Media was not published within 24 hours.',
    ERROR: `Error: Media upload has failed with error code ${container.problem}`,
  };
  return selectFields(
    { id: container.id, status_code: code, status: statusTexts[code] },
    'ShadowIGMediaBuilder',
    call.params.fields,
    [],
  );
}

function answerPost(publishing: InstagramPublishing, call: GraphCall, container: Container): object {
  if (call.method === 'GET' && call.path[1] === 'insights') return answerInsights(publishing, call, container);
  if (call.method !== 'GET' || call.path.length > 1) throw missingObject(call.method, container.post?.id ?? '');
  return postFields(publishing, container, call.params.fields ?? 'id');
}

/** `GET {post}/insights`: lifetime numbers of a reel. */
function answerInsights({ sandbox }: InstagramPublishing, call: GraphCall, { post }: Container): object {
  const { id = '', at = '' } = post ?? {};
  const { views, likes, watchSeconds } = audienceOf(id, new Date(at), sandbox.clock.now());
  return insights(call, {
    id,
    edge: 'insights',
    periods: ['lifetime'],
    hasNumbers: true,
    values: {
      views,
      likes,
      reach: views,
      comments: 0,
      saved: 0,
      shares: 0,
      total_interactions: likes,
      ig_reels_video_view_total_time: watchSeconds * 1000,
      ig_reels_avg_watch_time: views === 0 ? 0 : (watchSeconds * 1000) / views,
    },
  });
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
