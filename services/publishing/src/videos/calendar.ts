import type {
  Announcement,
  AnnouncePostRequest,
  AnnouncePostResponse,
  GetEntryRequest,
  GetEntryResponse,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';

/** Scheduling, as far as a commit asks it. Each throws AppError when there is no answer. */
export interface Calendar {
  /** An entry as it is now, and an earlier announced commit if there is one. Undefined: it was erased with its account. */
  askEntry(request: GetEntryRequest): Promise<GetEntryResponse | undefined>;
  /** Announces the commit of a post without an entry. @returns one that another state of this database announced */
  announce(request: AnnouncePostRequest): Promise<Announcement | undefined>;
}

/** After a call without an answer none is made for this long (real ms), so that a hanging service holds few posts up. */
const SILENCE_MS = 2_000;

type Rpc<Request, Response> = (request: Request, settings: { actingFor: string }) => Promise<Response>;

export function askScheduling(
  scheduling: {
    getEntry: Rpc<GetEntryRequest, GetEntryResponse>;
    announcePost: Rpc<AnnouncePostRequest, AnnouncePostResponse>;
  },
  real: () => Date,
): Calendar {
  let silentUntil = 0;

  async function ask<Request extends { userId: string }, Response>(
    rpc: Rpc<Request, Response>,
    request: Request,
  ): Promise<Response> {
    if (real().getTime() < silentUntil) {
      throw new AppError('UNAVAILABLE', 'CALENDAR_UNREACHABLE', 'Scheduling did not answer a moment ago.');
    }
    try {
      return await rpc(request, { actingFor: request.userId });
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'NOT_FOUND')) silentUntil = real().getTime() + SILENCE_MS;
      throw error;
    }
  }

  return {
    async askEntry(request) {
      try {
        return await ask(scheduling.getEntry, request);
      } catch (error) {
        // NO_SUCH_ENTRY is no answer about an entry that scheduling announced: its database may be older than its events.
        if (error instanceof AppError && error.code === 'ACCOUNT_DELETED') return undefined;
        throw error;
      }
    },
    announce: async (request) => (await ask(scheduling.announcePost, request)).earlier,
  };
}
