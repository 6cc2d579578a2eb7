import type { InboxTables } from '@reelwright/kafka';
import type { LeaseColumns } from '@reelwright/leases';
import type { OutboxTables } from '@reelwright/outbox';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { DeletionReason, ReportedItem } from './accounts/receipt.ts';
import type { PostProblem } from './notices/post-problem.ts';
import type { Entitlement, Usage } from './plans/plan-snapshot.ts';
import type { ProfileColumns } from './users/profile-settings.ts';

interface MailsTable extends LeaseColumns {
  id: Generated<string>;
  kind: string;
  to_address: string;
  user_id: number | null;
  /** Unique: at most one mail is sent for a reason. Null for a mail without this limit. */
  reason: string | null;
  details: JSONColumnType<Record<string, string>>;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  /** All times of this table are real time. */
  due_at: Date;
  created_at: Date;
  ended_at: Date | null;
}

/** A post that a mail reports. */
interface PostNoticesTable {
  video_id: string;
  platform: string;
  action: PostProblem['action'];
  user_id: number;
  mail_id: string;
  details: JSONColumnType<PostProblem['details']>;
  created_at: Date;
}

interface ContactAttemptsTable {
  id: Generated<string>;
  network: string;
  sent_at: Date;
}

interface PasswordResetsTable {
  mail_id: string;
  user_id: number;
  /** SHA-256 of the token in the mail. */
  token_hash: string;
  created_at: Generated<Date>;
  expires_at: Date;
}

interface GoogleSignInsTable {
  state_hash: string;
  nonce: string;
  expires_at: Date;
}

interface GoogleLinkRequestsTable {
  /** SHA-256 of the value of the browser's cookie. */
  id_hash: string;
  user_id: number;
  google_iss: string;
  google_sub: string;
  expires_at: Date;
}

interface UsersTable extends ProfileColumns {
  id: Generated<number>;
  email: string;
  email_verified: boolean;
  password_hash: string | null;
  google_iss: Generated<string>;
  google_sub: string | null;
  profile_image_url: string | null;
  revision: Generated<number>;
  created_at: Date;
  updated_at: Date;
  /** Product time, to the day; while it is null, `created_at` counts. */
  last_active_at: Generated<Date | null>;
}

interface SessionsTable {
  /** SHA-256 of the id in the cookie: the hash alone opens no session. */
  sid: string;
  sess: ColumnType<Record<string, unknown>, string, string>;
  expire: Date;
  user_id: number | null;
  touched_at: Generated<Date>;
}

interface ApiKeysTable {
  id: Generated<string>;
  user_id: number;
  key_hash: string;
  prefix: string;
  created_at: Date;
  last_used_at: Date | null;
}

interface AdminSessionsTable {
  sid: string;
  expire: Date;
  created_at: Generated<Date>;
}

interface FailedAttemptsTable {
  subject: string;
  failures: number;
  blocked_until: Date;
  last_failed_at: Date;
  /** The network that the failures at an account came from; null for other failures. */
  network: string | null;
}

interface KnownBrowsersTable {
  /** SHA-256 of the value of the browser's cookie. */
  id_hash: string;
  /** Null for a browser in which the admin code was entered. */
  user_id: number | null;
  seen_at: Generated<Date>;
}

interface PlanSnapshotsTable {
  user_id: number;
  entitlement: JSONColumnType<Entitlement> | null;
  entitlement_revision: Generated<number>;
  entitlement_seen_at: Date | null;
  usage: JSONColumnType<Usage> | null;
  usage_seen_at: Date | null;
}

interface AccountDeletionsTable {
  code_hash: string;
  /** Null once every service is done. */
  user_id: string | null;
  reason: DeletionReason;
  requested_at: Date;
  finished_at: Generated<Date | null>;
}

interface AccountDeletionPartsTable {
  code_hash: string;
  service: string;
  finished_at: Generated<Date | null>;
  erased: ColumnType<ReportedItem[], string | undefined, string>;
}

interface ProfilePhotosTable {
  user_id: number;
  /** The last part of the photo's address: 128 random bits, new with each upload. */
  id: string;
  /** WebP, 256×256. */
  image: Buffer;
  created_at: Date;
}

/** The number of photos a user uploaded in the hour that began at `window_start`, real time. */
interface PhotoUploadsTable {
  user_id: number;
  window_start: Date;
  used: number;
}

export interface AuthDatabase extends OutboxTables, InboxTables {
  users: UsersTable;
  sessions: SessionsTable;
  api_keys: ApiKeysTable;
  admin_sessions: AdminSessionsTable;
  failed_attempts: FailedAttemptsTable;
  known_browsers: KnownBrowsersTable;
  plan_snapshots: PlanSnapshotsTable;
  account_deletions: AccountDeletionsTable;
  account_deletion_parts: AccountDeletionPartsTable;
  mails: MailsTable;
  post_notices: PostNoticesTable;
  contact_attempts: ContactAttemptsTable;
  password_resets: PasswordResetsTable;
  google_sign_ins: GoogleSignInsTable;
  google_link_requests: GoogleLinkRequestsTable;
  profile_photos: ProfilePhotosTable;
  photo_uploads: PhotoUploadsTable;
}
