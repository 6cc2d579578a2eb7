import { clientConfig, type KafkaConnection } from '@reelwright/kafka';
import type { EmulatedPlatform as Platform } from '@reelwright/sandbox/platforms';
import { Kafka, logLevel } from 'kafkajs';
import { type Databases, type Rows, within } from './databases.ts';
import { firstLine } from './journal.ts';
import { type LeftBehind, readLeftBehind } from './left-behind.ts';

/** The rows and dead letters of a stack, read at one time. */
export interface Ledger extends LeftBehind {
  readonly targets: readonly Target[];
  readonly commits: readonly Commit[];
  readonly entries: readonly Entry[];
  readonly connections: readonly Connection[];
  /** The state of each post on the dashboard. */
  readonly shown: readonly { readonly videoId: string; readonly platform: Platform; readonly state: string }[];
  readonly jobs: readonly Job[];
  readonly budgets: readonly { readonly platform: Platform; readonly used: number }[];
  readonly deadLetters: readonly { readonly topic: string; readonly count: number }[];
}

/** One row of publishing's posts, with the caption of its video. */
export interface Target {
  readonly id: string;
  readonly videoId: string;
  readonly userId: string;
  readonly platform: Platform;
  readonly state: string;
  readonly code: string | null;
  readonly dueAt: Date;
  readonly nextActionAt: Date | null;
  readonly captionLine: string;
  /** The platform's ids: the post's, and all ids in its handle. */
  readonly ids: readonly string[];
  /** Real time. */
  readonly committedAt: Date | null;
  readonly updatedAt: Date;
  /** Requested with an API key, so no calendar shows it. */
  readonly ofPartner?: boolean;
}

/** A commit whose intent is stored. */
export interface Commit {
  readonly targetId: string;
  readonly ids: readonly string[];
  readonly outcome: string | null;
}

export interface Entry {
  readonly id: string;
  readonly userId: string;
  readonly state: string;
  readonly quotaState: string;
  readonly publishAt: Date | null;
  /** The sum of its lines in the usage ledger. */
  readonly used: number;
}

export interface Connection {
  readonly userId: string;
  readonly platform: Platform;
  readonly state: string;
  readonly cause: string | null;
  /** The person's id at the provider. */
  readonly providerUserId: string;
  readonly accountId: string;
}

export interface Job {
  readonly videoId: string;
  readonly userId: string;
  readonly state: string;
  readonly code: string | null;
  readonly starts: number;
}

/** The addresses that the ledger is read from. */
export interface LedgerSource extends Databases {
  kafka(): KafkaConnection;
}

/** Reads everything once. It does not wait for work that is under way. */
export async function readLedger(source: LedgerSource): Promise<Ledger> {
  const [publishing, scheduling, jobs, leftBehind, deadLetters] = await Promise.all([
    within(source, 'publishing', readPublishing),
    within(source, 'scheduling', readScheduling),
    within(source, 'generation', (rows) =>
      rows<Job>(
        `select video_id as "videoId", user_id as "userId", state, code, starts from generation_jobs order by 1`,
      ),
    ),
    readLeftBehind(source),
    readDeadLetters(source),
  ]);
  return { ...publishing, ...scheduling, ...leftBehind, jobs, deadLetters };
}

/** Reads only the posts. */
export async function readTargets(source: LedgerSource): Promise<readonly Target[]> {
  return (await within(source, 'publishing', readPublishing)).targets;
}

/** Counts the videos that are requested and not made yet. */
export async function countOpenJobs(source: LedgerSource): Promise<number> {
  const query = `select count(*)::int as open from generation_jobs where state in ('queued', 'running')`;
  const [row] = await within(source, 'generation', (rows) => rows<{ open: number }>(query));
  return row?.open ?? 0;
}

async function readPublishing(rows: Rows) {
  type Handle = Record<string, unknown> | null;
  const targets = await rows<
    Omit<Target, 'ids' | 'captionLine'> & { handle: Handle; postId: string | null; text: string }
  >(
    `select t.id::text, t.video_id as "videoId", t.user_id as "userId", t.platform, t.state, t.code, t.due_at as "dueAt",
            t.next_action_at as "nextActionAt", t.handle, t.platform_post_id as "postId", t.committed_at as "committedAt",
            t.updated_at as "updatedAt", coalesce(nullif(v.title, ''), v.caption) as text,
            v.source = 'partner' as "ofPartner"
       from posts t join videos v on v.id = t.video_id order by t.due_at, t.video_id, t.platform`,
  );
  const commits = await rows<{ targetId: string; handle: Handle; outcome: string | null }>(
    `select post_id::text as "targetId", handle, outcome from post_attempts where step = 'commit' order by id`,
  );
  return {
    targets: targets.map(({ handle, postId, text, ...target }) => ({
      ...target,
      captionLine: firstLine(text),
      ids: [...idsOf(handle), ...(postId === null ? [] : [postId])],
    })),
    commits: commits.map(({ handle, ...commit }) => ({ ...commit, ids: idsOf(handle) })),
    connections: await rows<Connection>(
      `select user_id as "userId", platform, state, cause, coalesce(provider_user_id, '') as "providerUserId",
              coalesce(account_id, '') as "accountId" from social_connections order by 1, 2`,
    ),
    budgets: await rows<{ platform: Platform; used: number }>(
      // Reads of views are counted beside the posts.
      `select platform, sum(used)::int as used from platform_budgets where scope <> 'reads' group by platform`,
    ),
  };
}

async function readScheduling(rows: Rows) {
  return {
    entries: await rows<Entry>(
      `select v.id::text, v.user_id as "userId", v.state, v.quota_state as "quotaState", v.publish_at as "publishAt",
              coalesce(sum(u.delta), 0)::int as used
         from scheduled_videos v left join usage_ledger u on u.video_id = v.id group by v.id order by v.publish_at`,
    ),
    shown: await rows<{ videoId: string; platform: Platform; state: string }>(
      `select video_id::text as "videoId", platform, state from video_posts`,
    ),
  };
}

/** Topics with dead letters. Replayed ones stay in them, so each run begins with an empty broker. */
async function readDeadLetters({ kafka }: LedgerSource): Promise<{ topic: string; count: number }[]> {
  const admin = new Kafka({ ...clientConfig(kafka()), clientId: 'ledger', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const topics = (await admin.listTopics()).filter((topic) => topic.includes('.dlq.'));
    const counted = await Promise.all(
      topics.map(async (topic) => {
        const offsets = await admin.fetchTopicOffsets(topic);
        return { topic, count: offsets.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0) };
      }),
    );
    return counted.filter(({ count }) => count > 0);
  } finally {
    await admin.disconnect();
  }
}

/** The ids of posts, uploads and containers in a handle. */
function idsOf(handle: Record<string, unknown> | null): string[] {
  const { videoId, publishId, container, mediaId, session } = handle ?? {};
  const upload = typeof session === 'string' ? new URL(session).searchParams.get('upload_id') : undefined;
  return [videoId, publishId, container, mediaId, upload].filter((id) => id !== undefined && id !== null).map(String);
}
