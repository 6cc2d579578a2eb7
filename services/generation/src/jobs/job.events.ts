import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import type { OutgoingEvent } from './job.ts';

/** Publishes the events of a job. */
export async function publishJobEvent(
  trx: Transaction<GenerationDatabase>,
  job: GenerationJob,
  event: OutgoingEvent,
  now: Date,
): Promise<void> {
  const { video_id: videoId, user_id: userId, variation, percent } = job;
  const ids = { videoId, userId, variation };
  const noCause = { code: '', nextTryAt: undefined, operation: '' };
  switch (event.type) {
    case 'rendering': {
      const { operation = '' } = event;
      const progress = { ...ids, ...noCause, stage: 'rendering', percent, at: now, operation };
      return enqueueEvent(trx, events.VideoProgressed, progress, now);
    }
    case 'waiting': {
      const { code, nextTryAt } = event;
      const progress = { ...ids, ...noCause, stage: 'waiting', percent, at: now, code, nextTryAt };
      return enqueueEvent(trx, events.VideoProgressed, progress, now);
    }
    case 'generated':
      return enqueueEvent(trx, events.VideoGenerated, { ...ids, ...event.video, generatedAt: now }, now);
    case 'failed': {
      return enqueueEvent(trx, events.VideoFailed, { ...ids, code: event.code, failedAt: now }, now);
    }
  }
}
