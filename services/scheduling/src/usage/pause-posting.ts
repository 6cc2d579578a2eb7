import type { Transaction } from 'kysely';
import { MISSED_AFTER_MS } from '../calendar/slot-rules.ts';
import type { SchedulingDatabase } from '../database.ts';
import { lockEntries, planAgain, saveEntries } from '../entries/entry.repository.ts';
import { transition } from '../entries/entry.ts';
import { type Account, writePause } from '../plans/account.repository.ts';
import type { PostingPause } from '../plans/posting-pause.ts';
import { readUpcomingEntries, resumeFitting } from './fit-entries.ts';

/**
 * Writes that all posts are paused, or no longer. After a pause, an entry whose time has come is missed, so that nothing
 * goes out late in a row, and its quota is free for entries that the plan had no room for. Lock the account first.
 */
export async function applyPause(
  trx: Transaction<SchedulingDatabase>,
  account: Account,
  { posting, revision, now }: { readonly posting: PostingPause; readonly revision: number; readonly now: Date },
): Promise<void> {
  const { userId } = account;
  await writePause(trx, userId, posting, revision);
  if (posting.paused) return;
  const since = new Date((posting.pausedAt ?? now).getTime() - MISSED_AFTER_MS);
  const overdue = (await lockEntries(trx, userId, since)).filter(
    ({ state, publishAt }) => state === 'planned' && publishAt <= now,
  );
  await saveEntries(
    trx,
    overdue.map((entry) => transition(entry, { type: 'missed' }, now)),
    now,
  );
  if (overdue.length > 0) await resumeFitting(trx, account, await readUpcomingEntries(trx, account, now), now);
  await planAgain(trx, userId);
}
