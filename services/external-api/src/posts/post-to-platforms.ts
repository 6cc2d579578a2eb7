import { CauseError, readCause } from '@reelwright/causes';
import type { Clock } from '@reelwright/clock';
import type { PublishingServiceClient } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import { fetchesVideo, type PartnerCause, type Platform } from '@reelwright/product';
import type { Kysely } from 'kysely';
import { findConnections, isUsable } from '../connections/partner-connections.ts';
import type { ExternalApiDatabase, PartnerPostRow } from '../database.ts';
import type { Partner } from '../partners/partner.ts';
import { requirePublicUrl } from '../video-urls/address-guard.ts';
import { findPosts, getPosts, recordOutcome, recordPosts } from './post.repository.ts';
import type { PostRequest } from './post-request.ts';
import { type PublishDeps, postIdOf, publish, type WantedPost } from './publish.ts';

const NOT_CONNECTED = 'PLATFORM_NOT_CONNECTED' satisfies PartnerCause;

export interface PostToPlatformsDeps extends Omit<PublishDeps, 'waitMs'> {
  readonly db: Kysely<ExternalApiDatabase>;
  readonly clock: Clock;
  readonly publishing: Pick<GrpcClient<PublishingServiceClient>, 'publishVideo' | 'getPost' | 'listConnections'>;
  readonly allowPrivateUrls: boolean;
}

export interface PostOrder {
  readonly partner: Partner;
  readonly requestId: string;
  readonly post: PostRequest;
  /** The uploaded video of the request. */
  readonly mediaKey: string | undefined;
  /** How long to wait for the posts. */
  readonly waitMs: number;
  /** Fetches the video from `videoUrl` into the object store. */
  readonly fetchVideo: (url: string) => Promise<string | undefined>;
  /** Aborts when another request has claimed the key and continues with the same posts. */
  readonly lost: AbortSignal | undefined;
  /** Called once, right before the first post is passed to publishing; afterwards the request is not undone. */
  readonly begin: () => Promise<void>;
}

/**
 * Posts a video to each connected platform; the others are stored as failed.
 * @returns all of the request's posts
 * @throws CauseError PLATFORM_NOT_CONNECTED when none is; AppError VIDEO_URL_UNUSABLE, UNAVAILABLE, when nothing was posted;
 *   ACCOUNT_DELETED and the reason of `lost`
 */
export async function postToPlatforms(deps: PostToPlatformsDeps, order: PostOrder): Promise<PartnerPostRow[]> {
  const { db, clock } = deps;
  const { partner, requestId, post } = order;
  const { userId } = partner;
  const [connections, known] = await Promise.all([
    findConnections(deps.publishing, userId),
    findPosts(db, { requestId, userId }),
  ]);
  // A post that an earlier attempt may have passed to publishing continues, even if its platform is not connected any
  // more.
  const begun = new Set(known.filter(({ code }) => code !== NOT_CONNECTED).map(({ platform }) => platform));
  const canGo = (platform: Platform) => {
    const connection = connections.get(platform);
    return begun.has(platform) || (connection !== undefined && isUsable(connection));
  };
  const causeDataOf = (platform: Platform) => ({ platform, problem: connections.get(platform)?.code });
  const going = post.platforms.filter(canGo);
  if (going.length === 0) {
    const [first] = post.platforms;
    const isOne = post.platforms.length === 1 && first;
    const data = isOne ? causeDataOf(first) : { platforms: post.platforms };
    throw new CauseError('FAILED_PRECONDITION', readCause(NOT_CONNECTED, data));
  }
  if (going.some(fetchesVideo)) requirePublicUrl(post.videoUrl ?? '', deps.allowPrivateUrls);
  const needsFile = going.some((platform) => !fetchesVideo(platform));
  const fetched = needsFile && !order.mediaKey && post.videoUrl ? await order.fetchVideo(post.videoUrl) : undefined;
  const mediaKey = order.mediaKey ?? fetched ?? '';

  const postTo = (platform: Platform): WantedPost => ({
    postId: postIdOf(requestId, platform),
    userId,
    platform,
    mediaKey: fetchesVideo(platform) ? '' : mediaKey,
    mediaUrl: fetchesVideo(platform) ? (post.videoUrl ?? '') : '',
    title: post.title,
    description: post.description,
  });
  const wanted = going.map(postTo);
  const refused = post.platforms
    .filter((platform) => !canGo(platform))
    .map((platform) => ({ ...postTo(platform), mediaKey: '', code: NOT_CONNECTED, causeData: causeDataOf(platform) }));
  await order.begin();
  await recordPosts(db, { partner, requestId, posts: [...wanted, ...refused], now: clock.now() });
  const stopping = order.lost ? AbortSignal.any([deps.stopping, order.lost]) : deps.stopping;
  await Promise.all(
    wanted.map(async (each) => {
      const outcome = await publish({ ...deps, waitMs: order.waitMs, stopping }, each);
      order.lost?.throwIfAborted();
      await recordOutcome(db, each, outcome, clock.now());
    }),
  );
  return getPosts(db, { requestId, userId });
}
