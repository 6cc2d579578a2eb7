import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import type { Notice } from './job.ts';

/** Publishes the events of a job. */
export async function publishNotice(
  trx: Transaction<GenerationDatabase>,
  job: GenerationJob,
  notice: Notice,
  now: Date,
): Promise<void> {
  const { video_id: videoId, user_id: userId, variation, percent } = job;
  const about = { videoId, userId, variation };
  const none = { code: '', nextTryAt: undefined, operation: '' };
  switch (notice.type) {
    case 'rendering': {
      const { operation = '' } = notice;
      const progress = { ...about, ...none, stage: 'rendering', percent, at: now, operation };
      return enqueueEvent(trx, events.VideoProgressed, progress, now);
    }
    case 'waiting': {
      const { code, nextTryAt } = notice;
      const progress = { ...about, ...none, stage: 'waiting', percent, at: now, code, nextTryAt };
      return enqueueEvent(trx, events.VideoProgressed, progress, now);
    }
    case 'generated':
      return enqueueEvent(trx, events.VideoGenerated, { ...about, ...notice.video, generatedAt: now }, now);
    case 'failed': {
      return enqueueEvent(trx, events.VideoFailed, { ...about, code: notice.code, failedAt: now }, now);
    }
  }
}
