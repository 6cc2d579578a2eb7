import type { GetEntryRequest, GetEntryResponse } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';

/**
 * Asks scheduling how an entry stands. Undefined: its user has no such entry any more.
 * Throws AppError when there is no answer.
 */
export type AskEntry = (videoId: string, userId: string) => Promise<GetEntryResponse | undefined>;

/** After a question without an answer nobody asks for this long (real ms), so that a part that hangs holds few up. */
const SILENCE_MS = 2_000;

export function askScheduling(
  getEntry: (request: GetEntryRequest, settings: { actingFor: string }) => Promise<GetEntryResponse>,
  real: () => Date,
): AskEntry {
  let silentUntil = 0;
  return async (videoId, userId) => {
    if (real().getTime() < silentUntil) {
      throw new AppError('UNAVAILABLE', 'CALENDAR_UNREACHABLE', 'Scheduling did not answer a moment ago.');
    }
    try {
      return await getEntry({ videoId, userId }, { actingFor: userId });
    } catch (error) {
      if (error instanceof AppError && error.code === 'NO_SUCH_ENTRY') return undefined;
      silentUntil = real().getTime() + SILENCE_MS;
      throw error;
    }
  };
}
