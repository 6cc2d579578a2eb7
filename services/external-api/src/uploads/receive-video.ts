import type { Clock } from '@reelwright/clock';
import type { Streams } from '@reelwright/metrics';
import type { ObjectStore } from '@reelwright/object-store';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import type { Partner } from '../partners/partner.ts';
import type { OnRefused } from '../rate-limits/limit.metrics.ts';
import { budgetHeaders, limitReached, limits, returnToBudget, takeFromBudget } from '../rate-limits/rate-limit.ts';
import type { VideoProbe } from './probe-video.ts';
import { discardUpload, openUpload } from './upload.repository.ts';
import { checkVideo, digestVideo, type VideoSink } from './video-sink.ts';

export interface UploadDeps extends VideoProbe {
  readonly db: Kysely<ExternalApiDatabase>;
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly onRefused: OnRefused;
  /** Videos that partners send or have fetched. */
  readonly uploadStreams: Streams;
}

/** One request's videos. */
export interface VideoReceiver {
  /** Opens a sink and counts the video against the account's hourly uploads. */
  open(): Promise<VideoSink>;
  /** Deletes the stored videos and uncounts the uploads of a rejected request. */
  discard(): Promise<void>;
}

/** @param compareOnly for an answered request: its video is only compared, which does not count as an upload */
export function videoReceiver(
  { db, clock, store, onRefused, uploadStreams, probeVideo }: UploadDeps,
  partner: Partner,
  reply: FastifyReply,
  compareOnly: boolean,
): VideoReceiver {
  const countedAt: Date[] = [];
  const storedKeys: string[] = [];

  async function open(): Promise<VideoSink> {
    if (compareOnly) return observed(checkVideo(digestVideo()));
    const now = clock.real();
    const budget = await takeFromBudget(db, partner.userId, limits.upload, now);
    if (!budget.isAllowed) {
      reply.headers(budgetHeaders(budget));
      onRefused(limits.upload);
      throw limitReached(limits.upload, budget, now);
    }
    countedAt.push(now);
    const sink = await openUpload({ db, store, clock, probeVideo }, partner.userId);
    return observed({
      ...sink,
      async end() {
        const video = await sink.end();
        if (video.mediaKey) storedKeys.push(video.mediaKey);
        return video;
      },
    });
  }

  function observed(sink: VideoSink): VideoSink {
    const end = uploadStreams.begin({});
    return {
      ...sink,
      async end() {
        const video = await sink.end().catch((error: unknown) => {
          end('incomplete', 0);
          throw error;
        });
        end('complete', video.bytes);
        return video;
      },
      async abort() {
        end('incomplete', 0);
        await sink.abort();
      },
    };
  }

  async function discard(): Promise<void> {
    for (const at of countedAt.splice(0)) await returnToBudget(db, partner.userId, limits.upload, at);
    for (const mediaKey of storedKeys.splice(0)) {
      await discardUpload({ db, store, clock }, { userId: partner.userId, mediaKey });
    }
  }

  return { open, discard };
}
