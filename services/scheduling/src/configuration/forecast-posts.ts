import { readCause, wordsFor } from '@reelwright/causes';
import { ForecastPostsRequest, type PublishingServiceClient } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import type { Logger } from '@reelwright/logger';
import { upcomingStates, type VideoState } from '@reelwright/product';

export interface ForecastDeps {
  readonly publishing: Pick<GrpcClient<PublishingServiceClient>, 'forecastPosts'>;
  readonly logger: Logger;
}

/** An entry as the calendar shows it. */
interface Shown {
  readonly id: string;
  readonly index: number;
  readonly publishAt: string;
  readonly platforms: readonly string[] | null;
  readonly state: VideoState;
}

/** A post that a platform's day has no room for. */
export interface Notice {
  /** Of the entry, and the number it is shown with. */
  readonly id: string;
  readonly index: number;
  readonly platform: string;
  readonly code: string;
  readonly message: string;
  readonly goesOutAt: string;
}

const DEADLINE_MS = 500;

/**
 * The posts of a saved calendar that their platforms cannot take at their time, as publishing forecasts them; none when it
 * does not answer. Call it outside of any transaction: it waits for another service.
 */
export async function forecastPosts(
  { publishing, logger }: ForecastDeps,
  saved: { userId: string; timeZone: string; calendar: readonly Shown[]; now: Date },
): Promise<Notice[]> {
  const { userId, timeZone, now } = saved;
  const coming = saved.calendar.filter(
    ({ state, publishAt }) => upcomingStates.includes(state) && new Date(publishAt) > now,
  );
  if (coming.length === 0) return [];
  const posts = coming.map(({ id, publishAt, platforms }) => ({
    videoId: id,
    publishAt: new Date(publishAt),
    platforms: [...(platforms ?? [])],
  }));
  try {
    const request = ForecastPostsRequest.fromPartial({ userId, timeZone, posts });
    const { moved } = await publishing.forecastPosts(request, { actingFor: userId, timeoutMs: DEADLINE_MS });
    const numbers = new Map(coming.map(({ id, index }) => [id, index]));
    return moved.flatMap(({ videoId: id, platform, code, causeData, goesOutAt }) => {
      const index = numbers.get(id);
      if (index === undefined || !goesOutAt) return [];
      const cause = readCause(code, { ...causeData, platform, goesOutAt });
      const { message } = wordsFor(cause, { timeZone, now });
      return [{ id, index, platform, code, message, goesOutAt: goesOutAt.toISOString() }];
    });
  } catch (error) {
    logger.warn({ err: error, userId }, 'publishing gave no forecast of the calendar');
    return [];
  }
}
