import { requireLease } from '@reelwright/leases';
import type { Kysely, Transaction } from 'kysely';
import { connectionProblem } from '../connections/connection.ts';
import { findConnection } from '../connections/connections.repository.ts';
import type { ConnectionRow, PostTargetRow, PublishingDatabase, VideoRow } from '../database.ts';
import { renditionOf } from '../videos/rendition.ts';
import { contentKey } from './content.ts';
import type { Situation } from './decide.ts';
import type { Engine } from './engine.ts';

/** A target with all it depends on, read together. */
export interface Facts {
  readonly target: PostTargetRow;
  readonly video: VideoRow;
  readonly connection: ConnectionRow | undefined;
  readonly planEnded?: boolean;
  readonly unanswered?: boolean;
}

export async function readFacts(db: Kysely<PublishingDatabase>, target: PostTargetRow): Promise<Facts> {
  const video = await db.selectFrom('videos').selectAll().where('id', '=', target.video_id).executeTakeFirstOrThrow();
  return { target, video, connection: await findConnection(db, target.user_id, target.platform) };
}

/**
 * The same as it is right now, with video and target locked. The video first: whoever moves or cancels it locks in the
 * same order. The connection is read last: whoever ends it tells its targets so, and either that word is in the target
 * already or the connection is seen as it was before.
 * @throws LeaseLost
 */
export async function lockFacts(trx: Transaction<PublishingDatabase>, claimed: PostTargetRow): Promise<Facts> {
  const { id, video_id: videoId, user_id: userId, platform } = claimed;
  const video = await trx
    .selectFrom('videos')
    .selectAll()
    .where('id', '=', videoId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await requireLease(trx, 'post_targets', { id, token: claimed.lease_token });
  const target = await trx.selectFrom('post_targets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { target, video, connection: await findConnection(trx, userId, platform) };
}

export function situationOf(
  { target, video, connection, planEnded = false, unanswered = false }: Facts,
  deps: Pick<Engine, 'connectors' | 'levels' | 'timings'>,
): Situation {
  const { platform } = target;
  const connector = deps.connectors[platform];
  const rendition = renditionOf(video);
  return {
    state: target.state,
    code: target.code,
    dueAt: target.due_at,
    hasHandle: target.handle !== null,
    stagedKey: target.content_key,
    wantedKey: contentKey(video, connection),
    stagedAt: target.staged_at,
    cancelled: video.cancelled_at !== null,
    wanted: video.platforms.length === 0 || video.platforms.includes(platform),
    mediaReady: rendition.state === 'ready',
    mediaFailed: rendition.state === 'failed',
    connectionProblem: connectionProblem(platform, connection, deps.levels[platform]),
    named: video.platforms.length > 0,
    planEnded,
    unanswered,
    stageLeadMs: connector.stageLeadMs,
    stageLifeMs: connector.stageLifeMs,
    askAgainMs: deps.timings.askAgainMs,
  };
}
