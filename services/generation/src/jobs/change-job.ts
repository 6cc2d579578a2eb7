import type { Kysely, Transaction } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import { publishJobEvent } from './job.events.ts';
import { deferOtherJobs, type Leased, lockLeasedJob, saveJob } from './job.repository.ts';
import { type JobEvent, transition } from './job.ts';
import { isOpen } from './job-state.ts';

/** The worker's job has ended meanwhile, for example by a cancellation. */
export class JobEnded extends Error {}

/** Applies an event to a locked job: saves its row and publishes its events. */
export async function changeJob(
  trx: Transaction<GenerationDatabase>,
  job: GenerationJob,
  event: JobEvent,
  now: Date,
): Promise<GenerationJob> {
  const { job: after, effects } = transition(job, event, now);
  const savedJob = await saveJob(trx, job, after, { renewLease: effects.renewLease ?? false });
  if (effects.deferOthers) await deferOtherJobs(trx, savedJob, now);
  if (effects.publish) await publishJobEvent(trx, savedJob, effects.publish, now);
  return savedJob;
}

/**
 * Applies an event to a job that this process leases.
 * @returns undefined when the job has ended meanwhile
 * @throws LeaseLost
 */
export function changeLeasedJob(
  db: Kysely<GenerationDatabase>,
  leased: Leased,
  event: JobEvent,
  now: Date,
): Promise<GenerationJob | undefined> {
  return db.transaction().execute(async (trx) => {
    const job = await lockLeasedJob(trx, leased);
    return isOpen(job) ? changeJob(trx, job, event, now) : undefined;
  });
}
