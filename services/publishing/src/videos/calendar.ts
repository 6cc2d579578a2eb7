import type {
  Announcement,
  AnnouncePostRequest,
  AnnouncePostResponse,
  GetEntryRequest,
  GetEntryResponse,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';

/** Scheduling, as a commit uses it. Each method throws AppError without an answer. */
export interface Calendar {
  /** Reads an entry, and an earlier announced commit if there is one. Undefined if it was erased with its account. */
  readEntry(request: GetEntryRequest): Promise<GetEntryResponse | undefined>;
  /**
   * Announces the commit of a post without an entry. @returns a commit that was announced before this database was
   * restored
   */
  announce(request: AnnouncePostRequest): Promise<Announcement | undefined>;
}

type Rpc<Request, Response> = (request: Request, settings: { actingFor: string }) => Promise<Response>;

/** @param pauseMs how long no call is made after one without an answer (real ms) */
export function createCalendar(
  scheduling: {
    getEntry: Rpc<GetEntryRequest, GetEntryResponse>;
    announcePost: Rpc<AnnouncePostRequest, AnnouncePostResponse>;
  },
  { real, pauseMs }: { readonly real: () => Date; readonly pauseMs: number },
): Calendar {
  let pausedUntil = 0;

  async function call<Request extends { userId: string }, Response>(
    rpc: Rpc<Request, Response>,
    request: Request,
  ): Promise<Response> {
    if (real().getTime() < pausedUntil) {
      throw new AppError('UNAVAILABLE', 'CALENDAR_UNREACHABLE', 'Scheduling did not answer a moment ago.');
    }
    try {
      return await rpc(request, { actingFor: request.userId });
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'NOT_FOUND')) pausedUntil = real().getTime() + pauseMs;
      throw error;
    }
  }

  return {
    async readEntry(request) {
      try {
        return await call(scheduling.getEntry, request);
      } catch (error) {
        // NO_SUCH_ENTRY is not an answer: scheduling announced the entry, so its database is older than its events.
        if (error instanceof AppError && error.code === 'ACCOUNT_DELETED') return undefined;
        throw error;
      }
    },
    announce: async (request) => (await call(scheduling.announcePost, request)).earlier,
  };
}
