import type { DailyLimitTables } from '@reelwright/daily-limit';
import type { InboxTables } from '@reelwright/kafka';
import type { LeaseColumns } from '@reelwright/leases';
import type { OutboxTables } from '@reelwright/outbox';
import type { Generated } from 'kysely';

export type FolderState = 'absent' | 'ready' | 'erasing' | 'erased';
/** `lost`: Google no longer accepts it; `ending`: to be revoked at Google and deleted. */
export type GrantState = 'active' | 'lost' | 'ending';
export type UploadState = 'waiting' | 'delivered' | 'failed' | 'cancelled' | 'trashing' | 'trashed';

interface DriveFoldersTable extends LeaseColumns {
  user_id: string;
  id: Generated<string>;
  email: string | null;
  profile_revision: Generated<number>;
  state: Generated<FolderState>;
  folder_id: string | null;
  folder_url: string | null;
  shared_with: string | null;
  permission_id: string | null;
  next_attempt_at: Generated<Date>;
}

/** A user's grant for their own Drive. */
interface DriveGrantsTable extends LeaseColumns {
  id: Generated<string>;
  user_id: string;
  state: Generated<GrantState>;
  account_id: string;
  account_email: string;
  account_name: string;
  /** Encrypted. */
  refresh_token: string;
  folder_id: string | null;
  /** Null until the folder is made. */
  folder_url: string | null;
  /** Product time. */
  connected_at: Date;
  next_attempt_at: Generated<Date>;
}

/** Consents that were begun. */
interface DriveConsentsTable {
  state_hash: string;
  user_id: string;
  /** Encrypted. */
  verifier: string;
  expires_at: Date;
}

interface DriveVideosTable {
  video_id: string;
  user_id: string;
  video_type: string;
  publish_at: Date | null;
  /** The IANA zone of the owner's calendar. */
  time_zone: Generated<string>;
  /** Empty where its entry has none. */
  title: Generated<string>;
  cancelled: Generated<boolean>;
  revision: number;
}

interface DriveUploadsTable extends LeaseColumns {
  id: Generated<string>;
  video_id: string;
  variation: number;
  user_id: string;
  /** The grant of the own Drive that it goes to; null: the operator's Drive. */
  grant_id: string | null;
  state: Generated<UploadState>;
  media_key: string;
  generated_at: Date;
  folder_id: string | null;
  file_id: string | null;
  session_uri: string | null;
  sent_bytes: Generated<number>;
  web_view_link: string | null;
  delivered_at: Date | null;
  code: string | null;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
  /** The trace that it was created in; null outside a trace. */
  traceparent: string | null;
}

export interface DriveDatabase extends OutboxTables, InboxTables, DailyLimitTables {
  drive_folders: DriveFoldersTable;
  drive_videos: DriveVideosTable;
  drive_uploads: DriveUploadsTable;
  drive_grants: DriveGrantsTable;
  drive_consents: DriveConsentsTable;
}
