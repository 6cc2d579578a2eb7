import type { Clock } from '@reelwright/clock';
import type { KeyRing } from '@reelwright/config';
import { type GenerationServiceServer, GenerationServiceService } from '@reelwright/contracts';
import { implement } from '@reelwright/grpc';
import { signPath } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { findPendingVideos } from '../jobs/queue-estimate.repository.ts';
import type { VideoModel } from '../video-models/video-model.ts';
import { findMedia } from './find-media.ts';

/**
 * Addresses are valid for a day, rounded up to the hour, so that a browser's cache sees the same address again. `v` is
 * the variation, so that each rendition has its own address. The media route does not read it.
 */
const VALID_MS = 24 * 3_600_000;
const ROUNDED_TO_MS = 3_600_000;
const MAX_VIDEOS = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function mediaGrpc(deps: {
  db: Kysely<GenerationDatabase>;
  clock: Clock;
  model: Pick<VideoModel, 'name' | 'concurrency'>;
  signingKeys: KeyRing;
}) {
  return implement<GenerationServiceServer>(GenerationServiceService, {
    getVideos: async ({ videoIds }) => {
      const expiresAt = new Date(Math.ceil((Date.now() + VALID_MS) / ROUNDED_TO_MS) * ROUNDED_TO_MS);
      const sign = (path: string, variation: number) =>
        `${signPath(path, { key: deps.signingKeys[0], expiresAt })}&v=${variation}`;
      const ids = videoIds.filter((id) => UUID.test(id)).slice(0, MAX_VIDEOS);
      const [media, pending] = await Promise.all([
        findMedia(deps.db, ids),
        findPendingVideos(deps.db, deps.model, ids, deps.clock.now()),
      ]);
      return {
        pending,
        videos: media.map(({ videoId, variation }) => ({
          videoId,
          variation,
          mediaPath: sign(`/media/${videoId}.mp4`, variation),
          posterPath: sign(`/media/${videoId}.webp`, variation),
          expiresAt,
        })),
      };
    },
  });
}
