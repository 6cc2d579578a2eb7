import type {
  Announcement,
  AnnouncePostRequest,
  AnnouncePostResponse,
  GetEntryRequest,
  GetEntryResponse,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { pausingCalls } from '../pausing-calls.ts';

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

export function createCalendar(
  scheduling: {
    getEntry: Rpc<GetEntryRequest, GetEntryResponse>;
    announcePost: Rpc<AnnouncePostRequest, AnnouncePostResponse>;
  },
  pause: Parameters<typeof pausingCalls>[0],
): Calendar {
  const pausing = pausingCalls(
    pause,
    () => new AppError('UNAVAILABLE', 'CALENDAR_UNREACHABLE', 'Scheduling did not answer a moment ago.'),
  );
  const call = <Request extends { userId: string }, Response>(rpc: Rpc<Request, Response>, request: Request) =>
    pausing(() => rpc(request, { actingFor: request.userId }));

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
