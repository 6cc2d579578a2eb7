import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import { failures } from '../videos/generation-failure.ts';
import { waits } from './generation-job.ts';
import type { Notice } from './job.ts';

/** Publishes what others are to know of a job. */
export async function publishNotice(
  trx: Transaction<GenerationDatabase>,
  job: GenerationJob,
  notice: Notice,
  now: Date,
): Promise<void> {
  const { video_id: videoId, user_id: userId, variation, percent } = job;
  const about = { videoId, userId, variation };
  const none = { code: '', message: '', fix: '', nextTryAt: undefined, operation: '' };
  switch (notice.type) {
    case 'rendering': {
      const { operation = '' } = notice;
      const progress = { ...about, ...none, stage: 'rendering', percent, at: now, operation };
      return enqueueEvent(trx, events.VideoProgressed, progress, now);
    }
    case 'waiting': {
      const { code, nextTryAt } = notice;
      const { cause: message, fix } = waits[code];
      const progress = { ...about, ...none, stage: 'waiting', percent, at: now, code, message, fix, nextTryAt };
      return enqueueEvent(trx, events.VideoProgressed, progress, now);
    }
    case 'generated':
      return enqueueEvent(trx, events.VideoGenerated, { ...about, ...notice.video, generatedAt: now }, now);
    case 'failed': {
      const { code } = notice;
      const { cause: message, fix } = failures[code];
      return enqueueEvent(trx, events.VideoFailed, { ...about, code, message, fix, failedAt: now }, now);
    }
  }
}
