import { requireLease } from '@reelwright/leases';
import type { Kysely, Transaction } from 'kysely';
import { connectionProblem } from '../connections/connection-problem.ts';
import { findConnection } from '../connections/connections.repository.ts';
import type { ConnectionRow, PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import type { Situation } from '../posts/decide.ts';
import { getPost } from '../posts/post.repository.ts';
import { renditionOf } from '../videos/rendition.ts';
import { getVideo } from '../videos/videos.repository.ts';
import { contentKey } from './content.ts';
import type { Engine } from './engine.ts';

/** A post with the rows it depends on. */
export interface Facts {
  readonly post: PostRow;
  readonly video: VideoRow;
  readonly connection: ConnectionRow | undefined;
  readonly planEnded?: boolean;
  readonly unanswered?: boolean;
}

export async function readFacts(db: Kysely<PublishingDatabase>, post: PostRow): Promise<Facts> {
  const video = await getVideo(db, post.video_id);
  return { post, video, connection: await findConnection(db, post.user_id, post.platform) };
}

/**
 * Reads the same rows again, with the video locked before the post, in the order of every change. The connection is
 * read last: a change of it is already in the post, or comes after this transaction.
 * @throws LeaseLost
 */
export async function lockFacts(trx: Transaction<PublishingDatabase>, claimed: PostRow): Promise<Facts> {
  const { id, video_id: videoId, user_id: userId, platform } = claimed;
  const video = await trx
    .selectFrom('videos')
    .selectAll()
    .where('id', '=', videoId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await requireLease(trx, 'posts', { id, token: claimed.lease_token });
  return { post: await getPost(trx, id), video, connection: await findConnection(trx, userId, platform) };
}

export function situationOf(
  { post, video, connection, planEnded = false, unanswered = false }: Facts,
  deps: Pick<Engine, 'connectors' | 'levels' | 'timings'>,
): Situation {
  const { platform } = post;
  const connector = deps.connectors[platform];
  const rendition = renditionOf(video);
  return {
    state: post.state,
    code: post.code,
    dueAt: post.due_at,
    hasHandle: post.handle !== null,
    stagedKey: post.content_key,
    currentKey: contentKey(platform, video, connection),
    stagedAt: post.staged_at,
    cancelled: video.cancelled_at !== null,
    goesHere: video.platforms.length === 0 || video.platforms.includes(platform),
    mediaReady: rendition.state === 'ready',
    mediaFailed: rendition.state === 'failed',
    connectionProblem: connectionProblem(platform, connection, deps.levels[platform]),
    named: video.platforms.length > 0,
    planEnded,
    unanswered,
    stageLeadMs: connector.stageLeadMs,
    stageLifeMs: connector.stageLifeMs,
    rereadEveryMs: deps.timings.rereadEveryMs,
  };
}
