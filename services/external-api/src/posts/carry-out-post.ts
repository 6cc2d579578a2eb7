import type { Clock } from '@reelwright/clock';
import type { PublishingServiceClient } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import type { Kysely } from 'kysely';
import { findConnections, isConnected } from '../connections/partner-connections.ts';
import type { ExternalApiDatabase } from '../database.ts';
import type { Partner } from '../partners/partner.ts';
import { requirePublicUrl } from '../video-urls/address-guard.ts';
import { recordOutcome, recordPosts } from './post.repository.ts';
import type { Outcome } from './post-answer.ts';
import { type Platform, type PostRequest, titles } from './post-request.ts';
import { type PublishDeps, postIdOf, publish, type WantedPost } from './publish.ts';

export interface CarryOutDeps extends PublishDeps {
  readonly db: Kysely<ExternalApiDatabase>;
  readonly clock: Clock;
  readonly publishing: Pick<GrpcClient<PublishingServiceClient>, 'publishVideo' | 'getPost' | 'listConnections'>;
  readonly allowPrivateUrls: boolean;
}

export interface PostOrder {
  readonly partner: Partner;
  readonly requestId: string;
  readonly post: PostRequest;
  /** The video that came with the request. */
  readonly mediaKey: string | undefined;
  /** Brings the video from `videoUrl` into the object store. */
  readonly fetchVideo: (url: string) => Promise<string | undefined>;
  /** Aborts when another request has taken this one's place: it goes on with the same posts, and this one ends. */
  readonly lost: AbortSignal | undefined;
  /** Called once, right before the first post is handed on: from here on the request can't be taken back. */
  readonly begin: () => Promise<void>;
}

/**
 * Posts a video to each of the platforms that are connected; the others become failed outcomes.
 * @throws AppError PLATFORM_NOT_CONNECTED when none is, VIDEO_URL_UNUSABLE, UNAVAILABLE; nothing has been posted then.
 *   ACCOUNT_DELETED, and why the request was `lost`
 */
export async function carryOutPost(deps: CarryOutDeps, order: PostOrder): Promise<Outcome[]> {
  const { db, clock } = deps;
  const { partner, requestId, post } = order;
  const connections = await findConnections(deps.publishing, partner.userId);
  const connected = (platform: Platform) => {
    const connection = connections.get(platform);
    return connection !== undefined && isConnected(connection);
  };
  const why = (platform: Platform) => notConnected(platform, connections.get(platform)?.problem);
  const going = post.platforms.filter(connected);
  if (going.length === 0) {
    const [first] = post.platforms;
    throw new AppError(
      'FAILED_PRECONDITION',
      'PLATFORM_NOT_CONNECTED',
      post.platforms.length === 1 && first ? why(first) : 'None of these platforms is connected.',
    );
  }
  if (going.includes('instagram')) requirePublicUrl(post.videoUrl ?? '', deps.allowPrivateUrls);
  const needsFile = going.some((platform) => platform !== 'instagram');
  const fetched = needsFile && !order.mediaKey && post.videoUrl ? await order.fetchVideo(post.videoUrl) : undefined;
  const mediaKey = order.mediaKey ?? fetched ?? '';

  const wanted = going.map(
    (platform): WantedPost => ({
      postId: postIdOf(requestId, platform),
      userId: partner.userId,
      platform,
      // Instagram takes no bytes: it fetches the video from where it is.
      mediaKey: platform === 'instagram' ? '' : mediaKey,
      mediaUrl: platform === 'instagram' ? (post.videoUrl ?? '') : '',
      title: post.title,
      description: post.description,
    }),
  );
  await order.begin();
  await recordPosts(db, partner, requestId, wanted, clock.now());
  const stopping = order.lost ? AbortSignal.any([deps.stopping, order.lost]) : deps.stopping;
  const outcomes = await Promise.all(
    wanted.map(async (each) => {
      const outcome = await publish({ ...deps, stopping }, each);
      order.lost?.throwIfAborted();
      await recordOutcome(db, each, outcome, clock.now());
      return outcome;
    }),
  );
  const left = post.platforms.filter((platform) => !connected(platform));
  return [...outcomes, ...left.map((platform) => notConnectedOutcome(platform, why(platform)))];
}

/** Publishing knows more than that there is none: an ended connection has a cause and a fix. */
const notConnected = (platform: Platform, problem: string | undefined): string =>
  problem || `${titles[platform]} is not connected. Connect it on the Social Media page.`;

function notConnectedOutcome(platform: Platform, message: string): Outcome {
  return { platform, kind: 'failed', code: 'PLATFORM_NOT_CONNECTED', message, post: undefined };
}
