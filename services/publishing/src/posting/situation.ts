import { requireLease } from '@reelwright/leases';
import type { Kysely, Transaction } from 'kysely';
import { connectionProblem } from '../connections/connection-problem.ts';
import { findConnection } from '../connections/connections.repository.ts';
import type { ConnectionRow, PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import type { Situation } from '../posts/decide.ts';
import { getPost } from '../posts/post.repository.ts';
import { findPostingRules, type PostingRulesRow } from '../videos/posting-rules.repository.ts';
import { renditionOf } from '../videos/rendition.ts';
import { getVideo } from '../videos/videos.repository.ts';
import { contentKey } from './content.ts';
import type { Engine } from './engine.ts';

/** A post with the rows it depends on. */
export interface Facts {
  readonly post: PostRow;
  readonly video: VideoRow;
  readonly connection: ConnectionRow | undefined;
  /** What the user decided about all posts of the calendar. */
  readonly rules: PostingRulesRow | undefined;
  readonly planEnded?: boolean;
  readonly unanswered?: boolean;
}

export async function readFacts(db: Kysely<PublishingDatabase>, post: PostRow): Promise<Facts> {
  const video = await getVideo(db, post.video_id);
  const connection = await findConnection(db, post.user_id, post.platform);
  return { post, video, connection, rules: await findPostingRules(db, post.user_id) };
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
  const rules = await findPostingRules(trx, userId);
  return { post: await getPost(trx, id), video, rules, connection: await findConnection(trx, userId, platform) };
}

export function situationOf(
  { post, video, connection, rules, planEnded = false, unanswered = false }: Facts,
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
    ...holdsOf(post, video, rules),
    goesHere: video.platforms.length === 0 || video.platforms.includes(platform),
    mediaReady: rendition.state === 'ready',
    mediaFailed: rendition.state === 'failed',
    connectionProblem: connectionProblem(platform, connection, deps.levels[platform]),
    named: video.platforms.length > 0,
    planEnded,
    unanswered,
    preflightedAt: post.preflighted_at,
    foreseen: post.foreseen,
    stageLeadMs: connector.stageLeadMs,
    stageLifeMs: connector.stageLifeMs,
    rereadEveryMs: deps.timings.rereadEveryMs,
  };
}

type Holds = Pick<Situation, 'skipped' | 'paused' | 'dueInPause' | 'approved'>;

const NOT_HELD: Holds = { skipped: false, paused: false, dueInPause: false, approved: true };

/** What the owner of an entry decided about its posts. Partners' posts have no entry. */
function holdsOf(post: PostRow, video: VideoRow, rules: PostingRulesRow | undefined): Holds {
  if (video.source === 'partner') return NOT_HELD;
  const { paused = false, resumed_at: resumedAt = null, ask_before_posting: asks = false } = rules ?? {};
  const { variation } = renditionOf(video);
  return {
    skipped: video.skipped,
    paused,
    dueInPause: resumedAt !== null && post.due_at <= resumedAt,
    approved: !asks || [video.approved_variation, post.requested_variation].includes(variation),
  };
}
