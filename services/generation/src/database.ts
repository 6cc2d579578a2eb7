import type { InboxTables } from '@reelwright/kafka';
import type { LeaseColumns } from '@reelwright/leases';
import type { OutboxTables } from '@reelwright/outbox';
import type { ErasedItem, LogoCorner } from '@reelwright/product';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Branding } from './branding/branding.ts';
import type { VideoRequest } from './videos/video-request.ts';

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'erasing';

export interface GenerationJobsTable extends LeaseColumns {
  id: Generated<string>;
  video_id: string;
  variation: number;
  user_id: string;
  state: Generated<JobState>;
  request: ColumnType<VideoRequest, string, string>;
  model: string | null;
  operation: string | null;
  starts: Generated<number>;
  /**
   * The version of the prompt of the last start; null for the local renderer, before the first start, and in older
   * rows.
   */
  prompt_version: string | null;
  attempts: Generated<number>;
  percent: Generated<number>;
  requested_at: Date;
  publish_at: Date | null;
  /** Product time; real time in rows for the eraser. */
  next_attempt_at: Date;
  /** The order of the queue, product time. */
  priority_at: ColumnType<Date, Date | undefined, Date>;
  crashes: Generated<number>;
  /** Real time: when the current work was started. */
  work_started_at: Date | null;
  /** Product time: when the video would be made, as estimated at its request; null if it was not known. */
  first_expected_at: Date | null;
  /** Real time: when the video will be finished at the current pace. */
  expected_at: Date | null;
  /** The duration of the whole video at the current pace. */
  pace_ms: number | null;
  /** How long the video took; null unless it was made in one attempt. */
  made_in_ms: number | null;
  /** Whether the object store may have parts of the unfinished video. */
  has_parts: Generated<boolean>;
  started_at: Date | null;
  finished_at: Date | null;
  media_key: string | null;
  poster_key: string | null;
  bytes: number | null;
  sha256: string | null;
  code: string | null;
  /** The branding of its user at the request; null without one. */
  branding: ColumnType<Branding | null, string | null | undefined, never>;
  /** Whether it is drawn with its branding, as its first attempt found; null before that, and without a branding. */
  is_branded: boolean | null;
  /** The trace that it was created in; null outside a trace. */
  traceparent: string | null;
}

export type GenerationJob = Selectable<GenerationJobsTable>;

/** The ids of deleted users, kept permanently because a request may arrive late. */
interface DeletedUsersTable {
  user_id: string;
  deleted_at: Date;
  /** The erased items, for the receipt. */
  erased: ColumnType<ErasedItem[], string | undefined, never>;
  /** When AccountErased was published. */
  announced_at: Generated<Date | null>;
}

interface LogosTable {
  user_id: string;
  /** The SHA-256 of the image. */
  digest: string;
  /** A PNG at the size at which it is drawn. */
  image: Buffer;
  width: number;
  height: number;
  /** Real time. */
  stored_at: ColumnType<Date, undefined, Date>;
}

interface BrandingsTable {
  user_id: string;
  logo_digest: string | null;
  palette: string[];
  corner: LogoCorner;
  saved_at: Date;
}

export interface GenerationDatabase extends OutboxTables, InboxTables {
  generation_jobs: GenerationJobsTable;
  deleted_users: DeletedUsersTable;
  logos: LogosTable;
  brandings: BrandingsTable;
}
