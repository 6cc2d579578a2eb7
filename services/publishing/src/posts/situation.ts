import type { Kysely } from 'kysely';
import { connectionProblem } from '../connections/connection.ts';
import { findConnection } from '../connections/connections.repository.ts';
import type { ConnectionRow, PostTargetRow, PublishingDatabase, VideoRow } from '../database.ts';
import { takeOf } from '../videos/take.ts';
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

export async function readFacts(
  db: Kysely<PublishingDatabase>,
  target: PostTargetRow,
  options: { lockVideo?: boolean } = {},
): Promise<Facts> {
  let query = db.selectFrom('videos').selectAll().where('id', '=', target.video_id);
  if (options.lockVideo) query = query.forNoKeyUpdate();
  const video = await query.executeTakeFirstOrThrow();
  return { target, video, connection: await findConnection(db, target.user_id, target.platform) };
}

export function situationOf(
  { target, video, connection, planEnded = false, unanswered = false }: Facts,
  deps: Pick<Engine, 'connectors' | 'levels' | 'timings'>,
): Situation {
  const { platform } = target;
  const connector = deps.connectors[platform];
  const take = takeOf(video);
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
    mediaReady: take.state === 'ready',
    mediaFailed: take.state === 'failed',
    connectionProblem: connectionProblem(platform, connection, deps.levels[platform]),
    named: video.platforms.length > 0,
    planEnded,
    unanswered,
    stageLeadMs: connector.stageLeadMs,
    stageLifeMs: connector.stageLifeMs,
    askAgainMs: deps.timings.askAgainMs,
  };
}
