import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import type { Configuration } from '../settings/configuration.ts';
import { captionOf, type EntrySettings, typeOf } from '../settings/entry-settings.ts';

interface Request extends EntrySettings {
  readonly userId: string;
  readonly videoId: string;
  readonly variation: number;
  readonly revision: number;
  readonly publishAt: Date | null;
  /** The zone its hour is meant in; empty without a time. */
  readonly timeZone: string;
}

/** Asks for a video. The dispatcher states the same fact in SQL, for many at once. */
export async function requestVideo(
  trx: Transaction<SchedulingDatabase>,
  request: Request,
  configuration: Configuration,
  now: Date,
): Promise<void> {
  await enqueueEvent(
    trx,
    events.VideoRequested,
    {
      videoId: request.videoId,
      userId: request.userId,
      variation: request.variation,
      videoType: typeOf(request, configuration),
      includeAudio: configuration.includeAudio,
      notes: configuration.notes,
      brand: { ...configuration.brand, colours: [...configuration.brand.colours] },
      publishAt: request.publishAt ?? undefined,
      caption: captionOf(request, configuration),
      platforms: [...(request.platforms ?? [])],
      requestedAt: now,
      revision: request.revision,
      timeZone: request.timeZone,
    },
    now,
  );
}
