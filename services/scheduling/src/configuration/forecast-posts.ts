import { type Reader, readCause, wordsFor } from '@reelwright/causes';
import { ForecastPostsRequest, type PublishingServiceClient } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import type { Logger } from '@reelwright/logger';
import { upcomingStates, type VideoState } from '@reelwright/product';

export interface ForecastDeps {
  readonly publishing: Pick<GrpcClient<PublishingServiceClient>, 'forecastPosts'>;
  readonly logger: Logger;
}

/** An entry of the answer's calendar. */
interface ShownEntry {
  readonly id: string;
  readonly index: number;
  readonly publishAt: string;
  readonly platforms: readonly string[] | null;
  readonly state: VideoState;
}

/** A post that goes out on another day, because its platform's day is full. */
export interface Notice {
  /** The id of the entry; `index` is its displayed number. */
  readonly id: string;
  readonly index: number;
  readonly platform: string;
  readonly code: string;
  readonly message: string;
  readonly goesOutAt: string;
}

const DEADLINE_MS = 500;

/**
 * Publishing's forecast of the posts of a saved calendar that can't go out at their time; empty without an answer.
 * Call it outside of any transaction, because it waits for another service.
 */
export async function forecastPosts(
  { publishing, logger }: ForecastDeps,
  saved: { userId: string; timeZone: string; calendar: readonly ShownEntry[]; now: Date },
  reader: Reader,
): Promise<Notice[]> {
  const { userId, timeZone, now } = saved;
  const upcoming = saved.calendar.filter(
    ({ state, publishAt }) => upcomingStates.includes(state) && new Date(publishAt) > now,
  );
  if (upcoming.length === 0) return [];
  const posts = upcoming.map(({ id, publishAt, platforms }) => ({
    videoId: id,
    publishAt: new Date(publishAt),
    platforms: [...(platforms ?? [])],
  }));
  try {
    const request = ForecastPostsRequest.fromPartial({ userId, timeZone, posts });
    const { moved } = await publishing.forecastPosts(request, { actingFor: userId, timeoutMs: DEADLINE_MS });
    const numbers = new Map(upcoming.map(({ id, index }) => [id, index]));
    return moved.flatMap(({ videoId: id, platform, code, causeData, goesOutAt }) => {
      const index = numbers.get(id);
      if (index === undefined || !goesOutAt) return [];
      const cause = readCause(code, { ...causeData, platform, goesOutAt });
      const { message } = wordsFor(cause, { ...reader, timeZone, now });
      return [{ id, index, platform, code, message, goesOutAt: goesOutAt.toISOString() }];
    });
  } catch (error) {
    logger.warn({ err: error, userId }, 'publishing gave no forecast of the calendar');
    return [];
  }
}
