import type { Clock } from '@reelwright/clock';
import type { ObjectStore } from '@reelwright/object-store';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import type { Partner } from '../partners/partner.ts';
import { budgetHeaders, budgetSpent, takeFromBudget } from '../rate-limits/rate-limit.ts';
import { openUpload } from './upload.repository.ts';
import { checkVideo, digestVideo, type VideoSink } from './video-sink.ts';

export interface UploadDeps {
  readonly db: Kysely<ExternalApiDatabase>;
  readonly clock: Clock;
  readonly store: ObjectStore;
}

/**
 * Opens the sink for a request's video and takes it from the key's hourly uploads. A request that was answered before is
 * only compared with, which costs none.
 */
export function videoReceiver(
  { db, clock, store }: UploadDeps,
  partner: Partner,
  reply: FastifyReply,
  compareOnly: boolean,
): () => Promise<VideoSink> {
  return async () => {
    if (compareOnly) return checkVideo(digestVideo());
    const now = clock.real();
    const budget = await takeFromBudget(db, partner.keyId, 'upload', now);
    if (!budget.allowed) {
      reply.headers(budgetHeaders(budget));
      throw budgetSpent('upload', budget, now);
    }
    return openUpload(db, store, partner.userId);
  };
}
