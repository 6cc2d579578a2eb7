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
  /** Which words the model was last asked with; null where none were: drawn here, not started, or from before they were kept. */
  prompt_version: string | null;
  attempts: Generated<number>;
  percent: Generated<number>;
  requested_at: Date;
  publish_at: Date | null;
  /** Product time; of rows for the eraser, real time. */
  next_attempt_at: Date;
  /** The order of turns, product time. */
  priority_at: ColumnType<Date, Date | undefined, Date>;
  crashes: Generated<number>;
  /** Real time: when what is at work now was begun. */
  work_started_at: Date | null;
  /** Real time: when what is being drawn is finished, at the pace of now. */
  expected_at: Date | null;
  /** What the whole video takes at the pace of now. */
  pace_ms: number | null;
  /** What it took; null where it was not made in one go. */
  made_in_ms: number | null;
  /** The model may keep parts of the unfinished video. */
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

/** The bare ids of accounts that are gone; kept for good, for a request may be late. */
interface DeletedUsersTable {
  user_id: string;
  deleted_at: Date;
  /** What was there to erase, for the receipt. */
  erased: ColumnType<{ what: string; count: number }[], string | undefined, never>;
  /** When it was said that all of it is gone. */
  announced_at: Generated<Date | null>;
}

export interface GenerationDatabase extends OutboxTables, InboxTables {
  generation_jobs: GenerationJobsTable;
  deleted_users: DeletedUsersTable;
}
