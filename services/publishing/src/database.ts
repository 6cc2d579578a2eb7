import type { InboxTables } from '@reelwright/kafka';
import type { OutboxTables } from '@reelwright/outbox';
import type { Captions, ConnectionState, ErasedItem, MeasureCause, PostCause, PostState } from '@reelwright/product';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { Moved } from './budgets/moved.ts';
import type { Platform } from './platforms/platform.ts';

type Json<Value> = ColumnType<Value, string, string>;

export interface ConnectionTable {
  id: string;
  user_id: string;
  platform: Platform;
  state: ConnectionState;
  /** Set in the state needs_reconnect only. */
  cause: PostCause | null;
  account_id: string | null;
  account_name: string | null;
  /** The person at the provider. */
  provider_user_id: string | null;
  /** The person's id within this app, if it differs: deletion requests may carry either. */
  app_user_id: string | null;
  access_token: string | null;
  refresh_token: string | null;
  /** Facebook: the chosen Page's own token. */
  post_token: string | null;
  /** Real time, from the provider's reply. */
  access_expires_at: Date | null;
  refresh_expires_at: Date | null;
  issued_at: Date | null;
  scopes: Generated<string[]>;
  settings: ColumnType<ConnectionSettings, string | undefined, string>;
  /** Grows with each consent; a copy that was staged under an older one is staged again. */
  grant_number: Generated<number>;
  /** Grows with each pair of tokens; the answer to an older pair is dropped. */
  token_version: Generated<number>;
  /** Real time of the next refresh or revocation. */
  next_action_at: Date | null;
  /** The end that was announced a week before. */
  announced_end: Date | null;
  revoke_pending: Generated<boolean>;
  erase_pending: Generated<boolean>;
  revoke_tries: Generated<number>;
  lease_token: Generated<number>;
  leased_until: Date | null;
  revision: Generated<number>;
  updated_at: Date;
}

/** The user's choices for an account. */
export interface ConnectionSettings {
  tiktok?: { privacyLevel: string; allowComment: boolean; allowDuet: boolean; allowStitch: boolean };
  /** Facebook: the consent covers several Pages and none is chosen yet. */
  choosePage?: boolean;
}

export interface VideoTable {
  id: string;
  user_id: string;
  source: 'entry' | 'partner';
  revision: Generated<number>;
  variation: Generated<number>;
  publish_at: Date | null;
  title: Generated<string>;
  /** Empty for a partner's video, and where it is not known. */
  video_type: Generated<string>;
  caption: Generated<string>;
  /** What each platform posts; one that is not here posts the caption. */
  captions: Generated<Captions>;
  /** Empty: wherever the user is connected. */
  platforms: Generated<string[]>;
  /** The zone of the entry's hour; empty if it is not known. */
  time_zone: Generated<string>;
  media_key: string | null;
  media_url: string | null;
  media_variation: number | null;
  /** The newest render that failed, and why. */
  failed_variation: number | null;
  failure_code: string | null;
  cancelled_at: Date | null;
  /** Its owner does not want it posted. */
  skipped: Generated<boolean>;
  /** The variation that its owner approved. */
  approved_variation: number | null;
  created_at: Date;
}

export interface PostTable {
  id: Generated<string>;
  video_id: string;
  user_id: string;
  platform: Platform;
  state: PostState;
  code: PostCause | null;
  /** Product time of the commit. */
  due_at: Date;
  next_action_at: Date | null;
  handle: Json<Record<string, unknown>> | null;
  /** Identifies the content of the staged copy; see `contentKey`. */
  content_key: string | null;
  /** Real time at which the staged copy was begun. */
  staged_at: Date | null;
  tries: Generated<number>;
  permalink: string | null;
  platform_post_id: string | null;
  account_id: string | null;
  account_name: string | null;
  posted_at: Date | null;
  /** Real time of the last commit: first of its intent, then of the lease's renewal before the call. */
  committed_at: Date | null;
  /** Product time of the last commit intent. */
  sent_at: Date | null;
  /**
   * The last cause that delayed it beyond its time, and until when. Since the intent: what made it late, if that is
   * known.
   */
  delayed_by: PostCause | null;
  delayed_until: Date | null;
  /** Real time since which scheduling has given no answer about its entry. */
  unanswered_since: Date | null;
  /** The variation that its owner asked to post again; it needs no approval. */
  requested_variation: number | null;
  /** Product time at which its platform was last asked whether it would take it, and why it would not. */
  preflighted_at: Date | null;
  foreseen: PostCause | null;
  /** The last commit began more than 10 minutes after the post was due. */
  late: Generated<boolean>;
  /** The slot it holds: the budget and the platform's day. */
  budget_scope: string | null;
  budget_day: string | null;
  /** Why it goes out on another day than its entry says. */
  moved: Json<Moved> | null;
  revision: Generated<number>;
  lease_token: Generated<number>;
  leased_until: Date | null;
  updated_at: Date;
  /** The trace that it was created in; null outside a trace. */
  traceparent: string | null;
}

export interface PostAttemptTable {
  id: Generated<number>;
  post_id: string;
  step: 'stage' | 'commit';
  /** Counts the commits of a post; scheduling keeps their announcements under it. */
  commit_number: Generated<number | null>;
  handle: Json<Record<string, unknown>> | null;
  revision: number;
  variation: number;
  /** Product time for a copy, as is the pause before the next one; real time for a commit. */
  started_at: Date;
  outcome: 'staged' | 'accepted' | 'unknown' | 'posted' | 'refused' | 'failed' | null;
  code: string | null;
  finished_at: Date | null;
}

export interface PostMeasureTable {
  /** The post's id. */
  id: string;
  user_id: string;
  platform: Platform;
  posted_at: Date;
  /** Null until the platform has reported them. */
  views: number | null;
  likes: number | null;
  watch_seconds: number | null;
  /** Product time at which the platform reported these numbers. */
  measured_at: Date | null;
  /** Why the numbers are missing or not newer. */
  code: MeasureCause | null;
  /** Product time of the next read; null: none. */
  next_at: Date | null;
  tries: Generated<number>;
  lease_token: Generated<number>;
  leased_until: Date | null;
}

/** The ends of posts that are not in the totals yet. */
interface EndedPostsTable {
  id: GeneratedAlways<number>;
  /** UTC month of the planned time, as YYYY-MM. */
  month: string;
  platform: Platform;
  outcome: PostState;
  /** Empty if the post went out. */
  cause: string;
  /** The least bound of LATENESS_BOUNDS that holds; LATER or NOT_OUT without one. */
  lateness_le: number;
  /** 0 for a post that did not go out. */
  lateness_seconds: number;
}

export interface PublishingDatabase extends OutboxTables, InboxTables {
  social_connections: ConnectionTable;
  oauth_states: { state_hash: string; user_id: string; platform: Platform; verifier: string | null; expires_at: Date };
  ended_posts: EndedPostsTable;
  ended_post_totals: Omit<EndedPostsTable, 'id'> & { posts: number };
  entitlements: { user_id: string; tier: string; entitled_until: Date | null; revision: number };
  deleted_users: {
    user_id: string;
    deleted_at: Date;
    /** What was erased, for the announcement. */
    erased: ColumnType<ErasedItem[], string | undefined, never>;
    /** When the finished erasure was announced. */
    announced_at: Generated<Date | null>;
  };
  data_deletions: {
    code: string;
    platform: Platform;
    connections: number;
    /** The connections to delete; while one of them still exists, the request is open. */
    connection_ids: string[];
    requested_at: Date;
    /** Hash of the signed payload: a request that is sent again gets the same code. */
    request_hash: string | null;
  };
  videos: VideoTable;
  posts: PostTable;
  post_attempts: PostAttemptTable;
  post_measures: PostMeasureTable;
  /** What a user decided in the calendar about all posts. */
  posting_rules: {
    user_id: string;
    paused: boolean;
    /** The end of the last pause: a post that was due by then and was not committed is missed. */
    resumed_at: Date | null;
    ask_before_posting: boolean;
    revision: number;
  };
  platform_budgets: { platform: Platform; scope: string; day: string; used: number };
}

export type ConnectionRow = Selectable<ConnectionTable>;
export type VideoRow = Selectable<VideoTable>;
export type PostMeasureRow = Selectable<PostMeasureTable>;
export type PostRow = Selectable<PostTable>;
