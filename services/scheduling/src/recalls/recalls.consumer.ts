import type { Clock } from '@reelwright/clock';
import { type ConfigurationSaved, events, type PostingRulesChanged, type VideoReviewed } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { findEntry, restoreEntries, saveEntry } from '../entries/entry.repository.ts';
import { transition } from '../entries/entry.ts';
import { balanceLedger } from '../entries/usage-ledger.repository.ts';
import { lockAccount } from '../plans/account.repository.ts';
import { restoreRegeneration } from '../regeneration/regeneration.repository.ts';
import { restoreConfiguration } from '../settings/configuration.repository.ts';
import { applyPause } from '../usage/pause-posting.ts';
import type { SavedRows } from './saved-rows.ts';

type Trx = Transaction<SchedulingDatabase>;

/**
 * Subscriptions to this service's own events, for a restored database that lacks them. Moves and removals are
 * restored with their save.
 */
export function recalls(clock: Clock): Subscription<SchedulingDatabase>[] {
  return [
    on(events.ConfigurationSaved, (trx, { payload }) => recallSave(trx, payload, clock.now())),
    on(events.VideoRequested, async (trx, { payload }) => {
      await lockAccount(trx, payload.userId, clock.now());
      const entry = await findEntry(trx, payload.videoId, payload.userId);
      const now = clock.now();
      if (entry) await saveEntry(trx, transition(entry, { type: 'request_recalled', request: payload }, now), now);
    }),
    on(events.VideoReviewed, (trx, { payload }) => recallReview(trx, payload, clock.now())),
    on(events.PostingRulesChanged, (trx, { payload }) => recallRules(trx, payload, clock.now())),
    on(events.VideosRegenerated, (trx, { payload }) => restoreRegeneration(trx, payload, clock.now())),
  ];
}

/** Restores the rows of a save; of each row the newer version is kept. */
async function recallSave(trx: Trx, { userId, rows }: ConfigurationSaved, now: Date): Promise<void> {
  if (rows === '') return;
  const { deleted } = await lockAccount(trx, userId, now);
  if (deleted) return;
  const { settings, entries } = JSON.parse(rows) as SavedRows;
  await restoreConfiguration(trx, settings);
  await restoreEntries(trx, entries);
  await balanceLedger(trx, userId, now);
}

/** Restores an entry that was skipped or approved. */
async function recallReview(trx: Trx, { userId, rows }: VideoReviewed, now: Date): Promise<void> {
  const { deleted } = await lockAccount(trx, userId, now);
  if (deleted) return;
  await restoreEntries(trx, [JSON.parse(rows) as object]);
  await balanceLedger(trx, userId, now);
}

/** Restores whether posts are paused. Whether their owner is asked before each is restored with the save. */
async function recallRules(trx: Trx, { userId, rules }: PostingRulesChanged, now: Date): Promise<void> {
  const account = await lockAccount(trx, userId, now);
  if (account.deleted || !rules || rules.revision <= account.postingRevision) return;
  const { paused, pausedAt = null, resumedAt = null, revision } = rules;
  await applyPause(trx, account, { posting: { paused, pausedAt, resumedAt }, revision, now });
}
