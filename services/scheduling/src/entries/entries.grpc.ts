import type { Clock } from '@reelwright/clock';
import type { SchedulingServiceServer } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { AsyncHandlers } from '@reelwright/grpc';
import { requireCurrentDatabase } from '@reelwright/outbox';
import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { readPostingRules } from '../settings/posting-rules.ts';
import { announcePost } from './announcements.ts';
import { findEntry } from './entry.repository.ts';
import { contentOf } from './video-request.ts';

type EntryRpc = AsyncHandlers<Pick<SchedulingServiceServer, 'getEntry' | 'announcePost'>>;

/**
 * GetEntry: the current state of a video's entry. From the entry's time on the answer is final, because the entry is
 * locked from 60 s before it, which is longer than any save takes.
 */
export function entryRpc(deps: { db: Kysely<SchedulingDatabase>; clock: Clock }): EntryRpc {
  const { db } = deps;
  return {
    /**
     * @throws AppError NOT_FOUND NO_SUCH_ENTRY for an id that is unknown or another user's, ACCOUNT_DELETED for one that
     *   was erased; UNAVAILABLE DATABASE_RESTORED while the calendar may be older than its published events
     */
    async getEntry({ videoId, userId, announcement, knownRevision }) {
      await requireCurrentDatabase(db);
      const entry = await findEntry(db, videoId, userId);
      if (!entry) throw await missing(db, userId);
      // Read after the entry: a pause holds every post that is checked after it.
      const rules = await readPostingRules(db, userId);
      const { state, revision, variation, skipped } = entry;
      const isHeld = rules.paused || skipped;
      const goesOut = (state === 'requested' || state === 'planned') && revision <= knownRevision && !isHeld;
      const earlier = announcement && goesOut ? await announcePost(deps, { videoId, userId }, announcement) : undefined;
      return {
        videoId,
        userId,
        state,
        revision,
        variation,
        ...contentOf(entry, entry),
        earlier,
        rules,
      };
    },

    async announcePost({ videoId, userId, announcement }) {
      await requireCurrentDatabase(db);
      if (!announcement) throw new AppError('INVALID_ARGUMENT', 'ANNOUNCEMENT_INCOMPLETE', 'Nothing was announced.');
      return { earlier: await announcePost(deps, { videoId, userId }, announcement) };
    },
  };
}

async function missing(db: Kysely<SchedulingDatabase>, userId: string): Promise<AppError> {
  const account = await db
    .selectFrom('usage_accounts')
    .select('deleted_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return account?.deleted_at
    ? new AppError('NOT_FOUND', 'ACCOUNT_DELETED', 'This account was deleted.')
    : new AppError('NOT_FOUND', 'NO_SUCH_ENTRY', 'There is no such entry.');
}
