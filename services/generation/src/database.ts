import type { InboxTables } from '@reelwright/kafka';
import type { LeaseColumns } from '@reelwright/leases';
import type { OutboxTables } from '@reelwright/outbox';
import type { ColumnType, Generated, Selectable } from 'kysely';
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
  /** The version of the prompt of the last start; null: drawn here, not started, or older than this column. */
  prompt_version: string | null;
  attempts: Generated<number>;
  percent: Generated<number>;
  requested_at: Date;
  publish_at: Date | null;
  /** Product time; of rows for the eraser, real time. */
  next_attempt_at: Date;
  /** The order of the queue, product time. */
  priority_at: ColumnType<Date, Date | undefined, Date>;
  crashes: Generated<number>;
  /** Real time: when the present work was started. */
  work_started_at: Date | null;
  /** Real time: when the video that is being drawn will be finished, at the present pace. */
  expected_at: Date | null;
  /** How long the whole video takes at the present pace. */
  pace_ms: number | null;
  /** How long it took; null if it was not made in one attempt. */
  made_in_ms: number | null;
  /** The object store may have parts of the unfinished video. */
  has_parts: Generated<boolean>;
  started_at: Date | null;
  finished_at: Date | null;
  media_key: string | null;
  poster_key: string | null;
  bytes: number | null;
  sha256: string | null;
  code: string | null;
}

export type GenerationJob = Selectable<GenerationJobsTable>;

/** The bare ids of deleted users; kept for good, as a request may be late. */
interface DeletedUsersTable {
  user_id: string;
  deleted_at: Date;
  /** How much there was to erase, for the receipt. */
  erased: ColumnType<{ what: string; count: number }[], string | undefined, never>;
  /** When the end of the erasure was published. */
  announced_at: Generated<Date | null>;
}

export interface GenerationDatabase extends OutboxTables, InboxTables {
  generation_jobs: GenerationJobsTable;
  deleted_users: DeletedUsersTable;
}
