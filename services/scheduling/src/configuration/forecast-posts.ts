import { type Reader, readCause, wordsFor } from '@reelwright/causes';
import { ForecastPostsRequest, type PublishingServiceClient } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import type { Logger } from '@reelwright/logger';
import { upcomingStates, type VideoState } from '@reelwright/product';
import type { VideoStatus } from '../timeline/status.ts';

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
  readonly status: Pick<VideoStatus, 'state'>;
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

/** A post that its platform would refuse, or that can't be sent there, as far as it is known now. */
export interface Refusal {
  readonly id: string;
  readonly index: number;
  readonly platform: string;
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  /** What the account's owner must do: 'reconnect' or 'setting'; null if nothing. */
  readonly needs: string | null;
}

export interface Forecast {
  readonly notices: Notice[];
  readonly refusals: Refusal[];
}

const nothing = (): Forecast => ({ notices: [], refusals: [] });

const DEADLINE_MS = 500;

/**
 * Publishing's forecast of the posts of a saved calendar that can't go out at their time, or not at all; empty without an
 * answer.
 * Call it outside of any transaction, because it waits for another service.
 */
export async function forecastPosts(
  { publishing, logger }: ForecastDeps,
  saved: { userId: string; timeZone: string; calendar: readonly ShownEntry[]; now: Date },
  reader: Reader,
): Promise<Forecast> {
  const { userId, timeZone, now } = saved;
  const upcoming = saved.calendar.filter(
    ({ state, status, publishAt }) =>
      upcomingStates.includes(state) && status.state !== 'skipped' && new Date(publishAt) > now,
  );
  if (upcoming.length === 0) return nothing();
  const posts = upcoming.map(({ id, publishAt, platforms }) => ({
    videoId: id,
    publishAt: new Date(publishAt),
    platforms: [...(platforms ?? [])],
  }));
  try {
    const request = ForecastPostsRequest.fromPartial({ userId, timeZone, posts });
    const { moved, refused } = await publishing.forecastPosts(request, { actingFor: userId, timeoutMs: DEADLINE_MS });
    const numbers = new Map(upcoming.map(({ id, index }) => [id, index]));
    const notices = moved.flatMap(({ videoId: id, platform, code, causeData, goesOutAt }) => {
      const index = numbers.get(id);
      if (index === undefined || !goesOutAt) return [];
      const cause = readCause(code, { ...causeData, platform, goesOutAt });
      const { message } = wordsFor(cause, { ...reader, timeZone, now });
      return [{ id, index, platform, code, message, goesOutAt: goesOutAt.toISOString() }];
    });
    const refusals = refused.flatMap(({ videoId: id, platform, code, causeData, needs }) => {
      const index = numbers.get(id);
      if (index === undefined) return [];
      const words = wordsFor(readCause(code, { ...causeData, platform }), reader);
      return [{ id, index, platform, code, ...words, needs: needs || null }];
    });
    return { notices, refusals };
  } catch (error) {
    logger.warn({ err: error, userId }, 'publishing gave no forecast of the calendar');
    return nothing();
  }
}
