import type { CauseData } from '@reelwright/causes';
import type { DailyLimitTables } from '@reelwright/daily-limit';
import type { InboxTables } from '@reelwright/kafka';
import type { OutboxTables } from '@reelwright/outbox';
import type { Captions, EntryState, PostState, StageState, Tier } from '@reelwright/product';
import type { ColumnType, Generated } from 'kysely';
import type { QuotaState } from './entries/entry.ts';
import type { ConfigurationColumns } from './settings/configuration-settings.ts';
import type { SettingColumns } from './settings/entry-settings.ts';

/** One row per user: the plan, and the lock under which everything changes that counts against it. */
interface UsageAccounts {
  user_id: string;
  tier: Generated<Tier>;
  videos_per_month: Generated<number>;
  status: Generated<string>;
  month_anchor: Date | null;
  entitled_until: Date | null;
  /** The plan that follows, and when; null if none is known. */
  next_tier: Tier | null;
  next_videos_per_month: number | null;
  next_at: Date | null;
  /** The end of the last paid period; kept when the plan ends. */
  paid_until: Date | null;
  /** The revision of billing's newest plan; 0 before the first. */
  revision: Generated<number>;
  deleted_at: Date | null;
  /** The version of the newest configuration; 0 before the first save. */
  configuration_version: Generated<number>;
  /** All posts of the calendar are paused. */
  posting_paused: Generated<boolean>;
  /** The last pause, and the end of the last one that ended. */
  posting_paused_at: Date | null;
  posting_resumed_at: Date | null;
  /** Grows with each change of the rules of all posts; 0 before the first. */
  posting_revision: Generated<number>;
}

interface VideoConfigurations extends ConfigurationColumns {
  id: ColumnType<string, never, never>;
  user_id: string;
  version: number;
  /** The sentence of suggested captions, by video type. */
  default_captions: ColumnType<Record<string, string>, string, string>;
  created_at: Date;
  updated_at: Date;
}

interface ScheduledVideos extends SettingColumns {
  id: Generated<string>;
  user_id: string;
  wall_date: string | null;
  wall_time: string | null;
  time_zone: string;
  publish_at: Date | null;
  state: EntryState;
  revision: Generated<number>;
  variation: Generated<number>;
  requested_type: string | null;
  /** The caption that the last request or move announced, and that is posted. */
  requested_caption: string | null;
  /** The same by platform. Null before the request, and where it was announced by an earlier release. */
  requested_captions: Captions | null;
  quota_month: Date;
  quota_state: QuotaState;
  created_at: Date;
  requested_at: Date | null;
  updated_at: Date;
  slot_at: ColumnType<Date | null, never, never>;
  /** Its owner does not want it posted. */
  skipped: Generated<boolean>;
  /** The variation that its owner approved. */
  approved_variation: number | null;
  /** The trace that it was created in; null outside a trace. */
  traceparent: string | null;
}

/** The planned entries: written with scheduled_videos, deleted by the dispatcher. */
interface DueEntries {
  video_id: string;
  user_id: string;
  publish_at: Date;
}

interface UsageLedger {
  id: Generated<number>;
  user_id: string;
  quota_month: Date;
  video_id: string;
  kind: 'reserve' | 'commit' | 'release';
  delta: number;
  at: Date;
}

interface VideoRegenerations {
  id: string;
  user_id: string;
  /** Null until auth has answered. */
  user_email: string | null;
  include_audio: boolean;
  video_type: string;
  scheduled_dates: ColumnType<unknown, string, never>;
  notes: string;
  video_count: number;
  regenerated_at: Date;
}

interface VideoRenders {
  video_id: string;
  variation: number;
  user_id: string;
  state: StageState;
  percent: Generated<number>;
  started_at: Date | null;
  finished_at: Date | null;
  /** Set while it waits for its next try. */
  next_try_at: Date | null;
  code: Generated<string>;
}

interface VideoDeliveries {
  video_id: string;
  user_id: string;
  variation: number;
  state: Exclude<StageState, 'running'>;
  at: Date | null;
  link: Generated<string>;
  code: Generated<string>;
}

interface VideoPosts {
  video_id: string;
  platform: string;
  user_id: string;
  state: PostState;
  code: Generated<string>;
  /** Data for the text of the code, beside this row's columns. */
  cause_data: ColumnType<CauseData | null, string | null | undefined, string | null>;
  needs: Generated<string>;
  permalink: Generated<string>;
  posted_at: Date | null;
  next_check_at: Date | null;
  goes_out_at: Date | null;
  changed_at: Date | null;
  revision: number;
}

/** Commits that publishing has announced. */
interface AnnouncedPosts {
  video_id: string;
  platform: string;
  number: number;
  user_id: string;
  /** The epoch of publishing's database. */
  epoch: string;
  memo: string;
  /** Real time. */
  announced_at: Date;
}

export interface SchedulingDatabase extends OutboxTables, InboxTables, DailyLimitTables {
  usage_accounts: UsageAccounts;
  video_configurations: VideoConfigurations;
  scheduled_videos: ScheduledVideos;
  due_entries: DueEntries;
  usage_ledger: UsageLedger;
  video_regenerations: VideoRegenerations;
  video_renders: VideoRenders;
  video_deliveries: VideoDeliveries;
  video_posts: VideoPosts;
  announced_posts: AnnouncedPosts;
}
