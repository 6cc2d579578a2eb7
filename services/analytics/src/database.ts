import type { InboxTables } from '@reelwright/kafka';
import type { OutboxTables } from '@reelwright/outbox';
import type { ColumnType, Generated } from 'kysely';

interface PageViewsTable {
  id: Generated<number>;
  path: string;
  user_agent: string | null;
  /** Cut to its network: a /24 or a /48. */
  ip_address: string | null;
  referer: string | null;
  user_id: string | null;
  created_at: Date;
}

/** YYYY-MM-DD, UTC. */
type Day = ColumnType<string, string, never>;

interface PageViewDaysTable {
  day: Day;
  path: string;
  views: number;
}

interface UsersTable {
  user_id: string;
  registered_at: Date;
}

interface DeletedUsersTable {
  user_id: string;
  deleted_at: Date;
}

interface SubscriptionsTable {
  user_id: string;
  tier: string;
  entitled_until: Date | null;
  revision: number;
}

interface PaymentsTable {
  payment_id: string;
  /** Null after the account was deleted; the payment still counts. */
  user_id: string | null;
  tier: string;
  amount_cents: number;
  currency: string;
  paid_at: Date;
}

interface RefundsTable {
  event_id: string;
  payment_id: string;
  amount_cents: number;
  refunded_at: Date;
}

interface ConfigurationsTable {
  user_id: string;
  version: number;
  saved_at: Date;
}

interface VideosTable {
  video_id: string;
  user_id: string | null;
  requested_at: Date;
}

interface RendersTable {
  video_id: string;
  variation: number;
  outcome: 'generated' | 'failed';
  ended_at: Date;
}

interface RegenerationsTable {
  regeneration_id: string;
  user_id: string | null;
  video_count: number;
  regenerated_at: Date;
}

interface ConnectionsTable {
  user_id: string;
  platform: string;
  state: string;
  revision: number;
}

interface PostsTable {
  video_id: string;
  platform: string;
  state: string;
  revision: number;
}

interface PostViewsTable {
  video_id: string;
  platform: string;
  user_id: string;
  posted_at: Date;
  permalink: string | null;
  /** Of the post's state: the higher one is newer. */
  post_revision: Generated<number>;
  /** Null until the platform has reported them. */
  views: number | null;
  likes: number | null;
  watch_seconds: number | null;
  measured_at: Date | null;
  /** Why numbers are missing or not newer. */
  code: string | null;
  /** Of the numbers: the later one is newer. */
  changed_at: Date | null;
}

interface VideoLabelsTable {
  video_id: string;
  user_id: string;
  style: string | null;
  style_revision: Generated<number>;
  title: Generated<string>;
  title_revision: Generated<number>;
  updated_at: Date;
}

export interface AnalyticsDatabase extends OutboxTables, InboxTables {
  page_views: PageViewsTable;
  page_view_days: PageViewDaysTable;
  users: UsersTable;
  deleted_users: DeletedUsersTable;
  subscriptions: SubscriptionsTable;
  payments: PaymentsTable;
  refunds: RefundsTable;
  configurations: ConfigurationsTable;
  videos: VideosTable;
  renders: RendersTable;
  regenerations: RegenerationsTable;
  connections: ConnectionsTable;
  posts: PostsTable;
  post_views: PostViewsTable;
  video_labels: VideoLabelsTable;
}
