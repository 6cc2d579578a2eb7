import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import type { VideoModel } from '../video-models/video-model.ts';
import { readyInMs } from './queue-estimate.ts';

export interface PendingVideo {
  readonly videoId: string;
  readonly variation: number;
  /** 1 for the next job to start; 0 if it is not in the queue or not among the first thousand. */
  readonly place: number;
  /** Real seconds; 0 when it is not known. */
  readonly readyInSeconds: number;
}

/** The model of the worker whose queue is estimated. */
export type QueueModel = Pick<VideoModel, 'name' | 'concurrency'>;

const MEASURED_VIDEOS = 20;
const MAX_JOBS_AHEAD = 1_000;

/** The typical duration of a model's video: the median of the last 20 that were made in one attempt. */
export async function typicalDurationMs(
  db: Kysely<GenerationDatabase>,
  model: VideoModel['name'],
): Promise<number | undefined> {
  const { rows } = await sql<{ median: number | null }>`
    select percentile_cont(0.5) within group (order by made_in_ms) as median
      from (select made_in_ms from generation_jobs where model = ${model} and made_in_ms is not null
             order by finished_at desc limit ${MEASURED_VIDEOS}) as latest`.execute(db);
  return rows[0]?.median ?? undefined;
}

/** Place and expected time of the open jobs of these videos. */
export async function findPendingVideos(
  db: Kysely<GenerationDatabase>,
  model: QueueModel,
  videoIds: readonly string[],
  now: Date,
): Promise<PendingVideo[]> {
  if (videoIds.length === 0) return [];
  const rows = await readPlaces(db, videoIds, now);
  if (rows.length === 0) return [];
  const { runningJobs, durationMs, slots, remainingMsOf } = await readPace(db, model);

  return rows.map(({ id, videoId, variation, jobsAhead }) => {
    const running = runningJobs.find((one) => one.id === id);
    const place = running || jobsAhead === null || jobsAhead >= MAX_JOBS_AHEAD ? 0 : jobsAhead + 1;
    const queuedMs = place > 0 && durationMs !== undefined ? readyInMs(place, slots, durationMs) : undefined;
    const readyMs = running ? remainingMsOf(running) : queuedMs;
    return {
      videoId,
      variation,
      place,
      readyInSeconds: readyMs === undefined ? 0 : Math.max(1, Math.ceil(readyMs / 1_000)),
    };
  });
}

/**
 * When a job that is about to be queued is expected to be made, product time; null if it is not known, or not among the
 * first thousand.
 */
export async function estimateNewJob(
  db: Kysely<GenerationDatabase>,
  model: QueueModel,
  job: Pick<GenerationJob, 'priority_at' | 'requested_at'>,
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ jobsAhead: number }>`
    select (${countJobsAhead(sql`(${job.priority_at}::timestamptz, ${job.requested_at}::timestamptz)`, now)})
           as "jobsAhead"`.execute(db);
  const place = (rows[0]?.jobsAhead ?? 0) + 1;
  const { slots, durationMs } = await readPace(db, model);
  if (durationMs === undefined || place > MAX_JOBS_AHEAD) return null;
  return new Date(now.getTime() + Math.round(readyInMs(place, slots, durationMs)));
}

/** The running jobs, the ms that a video takes at present, and the remaining ms of each slot of the worker. */
async function readPace(db: Kysely<GenerationDatabase>, model: QueueModel) {
  const [runningJobs, typicalMs] = await Promise.all([readRunningJobs(db), typicalDurationMs(db, model.name)]);
  // Running jobs have the current pace, finished jobs an earlier one.
  const paces = runningJobs.flatMap(({ paceMs }) => paceMs ?? []);
  const durationMs = paces.length > 0 ? paces.reduce((sum, pace) => sum + pace, 0) / paces.length : typicalMs;
  const remainingMsOf = ({ remainingMs, elapsedMs }: RunningJob) =>
    remainingMs ?? (durationMs !== undefined && durationMs > elapsedMs ? durationMs - elapsedMs : undefined);
  const slots = runningJobs.map((one) => remainingMsOf(one) ?? (durationMs ?? 0) / 2);
  while (slots.length < model.concurrency) slots.push(0);
  return { runningJobs, durationMs, slots, remainingMsOf };
}

interface Place {
  readonly id: string;
  readonly videoId: string;
  readonly variation: number;
  /** The number of jobs claimed before it; null while it waits for its next attempt. */
  readonly jobsAhead: number | null;
}

async function readPlaces(db: Kysely<GenerationDatabase>, videoIds: readonly string[], now: Date): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select job.id, job.video_id as "videoId", job.variation,
           case when job.next_attempt_at <= ${now} then (${countJobsAhead(sql`(job.priority_at, job.requested_at)`, now)})
           end as "jobsAhead"
      from generation_jobs as job
     where job.video_id = any(${[...videoIds]}) and job.state in ('queued', 'running')`.execute(db);
  return rows;
}

/** Counts the jobs that are claimed before one with this priority, at most a thousand. */
const countJobsAhead = (priority: RawBuilder<unknown>, now: Date) => sql`
  select count(*)::int from (
    select from generation_jobs as other
     where other.state in ('queued', 'running') and other.next_attempt_at <= ${now}
       and (other.priority_at, other.requested_at) < ${priority}
       and (other.leased_until is null or other.leased_until < clock_timestamp())
     limit ${MAX_JOBS_AHEAD}) as before`;

interface RunningJob {
  readonly id: string;
  readonly elapsedMs: number;
  readonly remainingMs: number | null;
  readonly paceMs: number | null;
}

async function readRunningJobs(db: Kysely<GenerationDatabase>): Promise<RunningJob[]> {
  const { rows } = await sql<RunningJob>`
    select id, pace_ms as "paceMs",
           coalesce(extract(epoch from clock_timestamp() - work_started_at) * 1000, 0)::float8 as "elapsedMs",
           case when expected_at is not null
             then (greatest(extract(epoch from expected_at - clock_timestamp()), 0) * 1000)::float8 end as "remainingMs"
      from generation_jobs
     where state in ('queued', 'running') and leased_until > clock_timestamp()`.execute(db);
  return rows;
}
