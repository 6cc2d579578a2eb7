import { requireLease } from '@reelwright/leases';
import { currentTraceparent } from '@reelwright/tracing';
import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { GenerationDatabase, GenerationJob, GenerationJobsTable } from '../database.ts';
import { LEASE_MS } from './job-limits.ts';
import { finalStates, openStates } from './job-state.ts';

type Db = Kysely<GenerationDatabase>;
type Trx = Transaction<GenerationDatabase>;

/** A claimed job and its fencing token. */
export type Leased = Pick<GenerationJob, 'id' | 'lease_token'>;

/** Locks a job under its lease and reads it. @throws LeaseLost */
export async function lockLeasedJob(trx: Trx, { id, lease_token: token }: Leased): Promise<GenerationJob> {
  await requireLease(trx, 'generation_jobs', { id, token });
  return trx.selectFrom('generation_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export function lockJobsOfVideo(trx: Trx, videoId: string): Promise<GenerationJob[]> {
  return trx
    .selectFrom('generation_jobs')
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('variation')
    .forUpdate()
    .execute();
}

/** Whether the job's row is removed, or about to be. */
export async function isErased(db: Db, id: GenerationJob['id']): Promise<boolean> {
  const keptJob = await db
    .selectFrom('generation_jobs')
    .select('id')
    .where('id', '=', id)
    .where('state', '!=', 'erasing')
    .executeTakeFirst();
  return keptJob === undefined;
}

/** The number of a user's jobs, and of those with a file. */
export async function countJobs(db: Db, userId: string): Promise<{ jobs: number; files: number }> {
  const row = await db
    .selectFrom('generation_jobs')
    .select((eb) => [eb.fn.countAll<number>().as('jobs'), eb.fn.count<number>('media_key').as('files')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { jobs: Number(row.jobs), files: Number(row.files) };
}

/** Inserts a queued job, unless the video has one for this variation. */
export async function insertJob(
  trx: Trx,
  job: Omit<Insertable<GenerationJobsTable>, 'state' | 'next_attempt_at' | 'traceparent'>,
): Promise<void> {
  await trx
    .insertInto('generation_jobs')
    .values({
      ...job,
      state: 'queued',
      next_attempt_at: job.requested_at,
      traceparent: currentTraceparent() ?? null,
    })
    .onConflict((conflict) => conflict.columns(['video_id', 'variation']).doNothing())
    .execute();
}

/** Writes the columns that differ between two states of a locked job. @returns the updated row */
export async function saveJob(
  trx: Trx,
  before: GenerationJob,
  after: GenerationJob,
  { renewLease = false } = {},
): Promise<GenerationJob> {
  const columns = changedColumns(before, after);
  if (Object.keys(columns).length === 0 && !renewLease) return before;
  const leasedUntil = sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`;
  return trx
    .updateTable('generation_jobs')
    .set({ ...columns, ...(renewLease && { leased_until: leasedUntil }) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function changedColumns(before: GenerationJob, after: GenerationJob): Updateable<GenerationJobsTable> {
  const { request: _request, branding: _branding, ...columns } = after;
  const names = (Object.keys(columns) as (keyof typeof columns)[]).filter((column) => {
    const [oldValue, value] = [before[column], after[column]];
    return oldValue instanceof Date && value instanceof Date
      ? oldValue.getTime() !== value.getTime()
      : oldValue !== value;
  });
  return Object.fromEntries(names.map((column) => [column, after[column]]));
}

/**
 * Moves a user's other open jobs without a future time to post to the end of the queue. Skips rows locked by another
 * process, so that two calls cannot deadlock.
 */
export async function deferOtherJobs(trx: Trx, job: GenerationJob, now: Date): Promise<void> {
  await sql`
    update generation_jobs set priority_at = ${now}
     where id in (
       select id from generation_jobs
        where user_id = ${job.user_id} and id <> ${job.id} and state in (${sql.join(openStates)}) and priority_at < ${now}
          and (publish_at is null or publish_at <= ${now})
          and (leased_until is null or leased_until < clock_timestamp())
        for update skip locked)`.execute(trx);
}

/** Releases the lease, so that the job can be claimed at once. */
export async function releaseLease(db: Db, { id, lease_token: token }: Leased): Promise<void> {
  await db
    .updateTable('generation_jobs')
    .set({ leased_until: null })
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .execute();
}

/** Applies `erasure_requested` to all jobs of a user in one statement. */
export async function requestErasureOfUser(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('generation_jobs')
    .set({ state: 'erasing', next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('state', '!=', 'erasing')
    .execute();
}

/**
 * The same for up to `limit` jobs that ended three months ago, except those whose post is not out yet or went out in
 * the last week. @returns the number of jobs
 */
export async function requestErasureOfExpired(db: Db, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    update generation_jobs set state = 'erasing', next_attempt_at = clock_timestamp()
     where id in (
       select id from generation_jobs
        where state in (${sql.join(finalStates)})
          and coalesce(finished_at, requested_at) < ${now}::timestamptz - interval '3 months'
          and (publish_at is null or publish_at < ${now}::timestamptz - interval '7 days')
        limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Removes the row of a job that this process leases. */
export async function deleteJob(trx: Trx, { id, lease_token: token }: Leased): Promise<void> {
  await trx.deleteFrom('generation_jobs').where('id', '=', id).where('lease_token', '=', token).execute();
}
