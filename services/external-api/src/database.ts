import type { CauseData } from '@reelwright/causes';
import type { InboxTables } from '@reelwright/kafka';
import type { LeaseColumns } from '@reelwright/leases';
import type { OutboxTables } from '@reelwright/outbox';
import type { ErasedItem, Platform } from '@reelwright/product';
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
  /** The posts' ids are derived from it, so that a repeated request has the same posts. */
  request_id: string;
  /** Null until the whole request has been read. */
  fingerprint: string | null;
  /** Written by the previous release only; a repeat is answered from the current state of the request's posts. */
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
  /** Product time, like `erase_at`. */
  created_at: Date;
  erase_at: Date;
}

interface PartnerPostsTable {
  post_id: string;
  request_id: string;
  key_id: string;
  user_id: string;
  platform: Platform;
  /** Its place in the response. */
  position: Generated<number>;
  media_key: string | null;
  media_url: string | null;
  title: string;
  description: string;
  /** `waiting` until publishing has accepted it. */
  state: 'waiting' | OutcomeKind;
  code: Generated<string>;
  /** Further data for the text of the code. */
  cause_data: ColumnType<CauseData | null, string | null | undefined, string | null>;
  platform_post_id: Generated<string>;
  container_id: Generated<string>;
  account_id: Generated<string>;
  account_name: Generated<string>;
  permalink: Generated<string>;
  /** The planned time, while the post waits for another day. */
  goes_out_at: Generated<Date | null>;
  /** Publishing's revision; null before its first response. */
  revision: Generated<number | null>;
  /** Null until the platform has reported them. */
  views: Generated<number | null>;
  measured_at: Generated<Date | null>;
  /** Of the views: the later one is newer. */
  views_changed_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
}

export type PartnerPostRow = Selectable<PartnerPostsTable>;

/** The ids of deleted users, kept permanently because a request may still run. */
interface DeletedUsersTable {
  user_id: string;
  deleted_at: Date;
  /** The erased items, for AccountErased. */
  erased: ColumnType<ErasedItem[], string, never>;
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
