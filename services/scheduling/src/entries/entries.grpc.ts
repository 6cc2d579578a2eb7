import type { SchedulingServiceServer } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { AsyncHandlers } from '@reelwright/grpc';
import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';

type EntryRpc = AsyncHandlers<Pick<SchedulingServiceServer, 'getEntry'>>;

/**
 * GetEntry: what the calendar says of a video now. Asked at or after its time the answer is the last: an entry is locked
 * from 60 s before it, longer than any save may take.
 */
export function entryRpc({ db }: { db: Kysely<SchedulingDatabase> }): EntryRpc {
  return {
    /** @throws AppError NOT_FOUND NO_SUCH_ENTRY for an id that is unknown, erased or another user's */
    async getEntry({ videoId, userId }) {
      const row = await db
        .selectFrom('scheduled_videos')
        .selectAll()
        .where('id', '=', videoId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!row) throw new AppError('NOT_FOUND', 'NO_SUCH_ENTRY', 'There is no such entry.');
      return {
        videoId,
        userId,
        state: row.state,
        revision: row.revision,
        variation: row.variation,
        publishAt: row.publish_at ?? undefined,
        caption: row.requested_caption ?? '',
        platforms: row.platforms ?? [],
        timeZone: row.time_zone,
      };
    },
  };
}
