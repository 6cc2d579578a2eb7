import type { CauseData } from '@reelwright/causes';
import type { InboxTables } from '@reelwright/kafka';
import type { LeaseColumns } from '@reelwright/leases';
import type { OutboxTables } from '@reelwright/outbox';
import type { Platform } from '@reelwright/product';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { OutcomeKind } from './posts/outcome.ts';

interface RateWindowsTable {
  key_id: string;
  kind: string;
  window_start: Date;
  used: number;
}

interface IdempotencyKeysTable {
  key_id: string;
  route: string;
  idempotency_key: string;
  user_id: string;
  /** The posts are named after it, so that a repeated request means the same posts. */
  request_id: string;
  /** Null until the whole request has been read. */
  fingerprint: string | null;
  /** Written by the release before this one alone; an answer is made of the request's posts as they are. */
  status: number | null;
  answer: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  lease_token: Generated<number>;
  /** The lease token under which the request was answered. */
  answered_token: Generated<number | null>;
  leased_until: Date;
  expires_at: Date;
}

interface UploadsTable extends LeaseColumns {
  id: string;
  user_id: string;
  media_key: string;
  bytes: number | null;
  sha256: string | null;
  /** Product time, as the other. */
  created_at: Date;
  erase_at: Date;
}

interface PartnerPostsTable {
  post_id: string;
  request_id: string;
  key_id: string;
  user_id: string;
  platform: Platform;
  /** Its place in the answer. */
  position: Generated<number>;
  media_key: string | null;
  media_url: string | null;
  title: string;
  description: string;
  /** Waiting until it was handed to publishing. */
  state: 'waiting' | OutcomeKind;
  code: Generated<string>;
  /** What the words of the code name besides this row. */
  cause_data: ColumnType<CauseData | null, string | null | undefined, string | null>;
  platform_post_id: Generated<string>;
  container_id: Generated<string>;
  account_id: Generated<string>;
  account_name: Generated<string>;
  permalink: Generated<string>;
  /** Until it has gone out: when it does. */
  goes_out_at: Generated<Date | null>;
  /** Publishing's; null before its first answer. */
  revision: Generated<number | null>;
  created_at: Date;
  updated_at: Date;
}

export type PartnerPostRow = Selectable<PartnerPostsTable>;

/** The bare ids of deleted users, for good: a request may still run. */
interface DeletedUsersTable {
  user_id: string;
  deleted_at: Date;
  /** What was erased, for AccountErased. */
  erased: ColumnType<{ what: string; count: number }[], string, never>;
  /** When AccountErased was published. */
  announced_at: Generated<Date | null>;
}

export interface ExternalApiDatabase extends OutboxTables, InboxTables {
  rate_windows: RateWindowsTable;
  idempotency_keys: IdempotencyKeysTable;
  uploads: UploadsTable;
  partner_posts: PartnerPostsTable;
  deleted_users: DeletedUsersTable;
}
