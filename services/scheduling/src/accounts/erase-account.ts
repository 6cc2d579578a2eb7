import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { ErasedItem } from '@reelwright/product';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { deleteAnnouncements } from '../entries/announcements.ts';
import { deleteEntries } from '../entries/entry.repository.ts';
import { deleteLedger } from '../entries/usage-ledger.repository.ts';
import { clearAccount, lockAccount } from '../plans/account.repository.ts';
import { deleteRegenerations } from '../regeneration/regeneration.repository.ts';
import { deleteConfiguration } from '../settings/configuration.repository.ts';
import { deleteReports } from '../timeline/timeline.repository.ts';

/** Deletes a user's rows and announces the erasure. */
export async function eraseAccount(trx: Transaction<SchedulingDatabase>, userId: string, now: Date): Promise<void> {
  await lockAccount(trx, userId, now);
  await deleteReports(trx, userId);
  await deleteAnnouncements(trx, userId);
  const items: ErasedItem[] = [
    { kind: 'calendar_entry', count: await deleteEntries(trx, userId) },
    { kind: 'configuration', count: await deleteConfiguration(trx, userId) },
    { kind: 'regeneration', count: await deleteRegenerations(trx, userId) },
    { kind: 'usage_record', count: await deleteLedger(trx, userId) },
  ];
  await clearAccount(trx, userId, now);
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'scheduling', items, erasedAt: now }, now);
}
