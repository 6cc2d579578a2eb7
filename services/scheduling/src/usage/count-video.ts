import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { saveEntry } from '../entries/entry.repository.ts';
import { type Entry, type EntryEvent, transition } from '../entries/entry.ts';
import { lockAccount } from '../plans/account.repository.ts';
import { readUpcomingEntries, resumeFitting } from './fit-entries.ts';

type Reported = Extract<EntryEvent, { type: 'rendered' | 'render_failed' | 'posted' | 'posts_missed' }>;

/**
 * Counts a video by its result. If its quota is released, a paused entry may take it. Lock its account and its entry
 * first.
 */
export async function countVideo(
  trx: Transaction<SchedulingDatabase>,
  entry: Entry,
  event: Reported,
  now: Date,
): Promise<void> {
  const change = transition(entry, event, now);
  await saveEntry(trx, change, now);
  if (!change.effects.ledger.some(({ kind }) => kind === 'release')) return;
  const account = await lockAccount(trx, entry.userId, now);
  await resumeFitting(trx, account, await readUpcomingEntries(trx, account, now), now);
}
