import { type DeleteInactiveDeps, deleteInactive } from './delete-inactive.ts';
import { findOverdueParts, pruneReceipts } from './receipt.repository.ts';

/** Deletes, every hour, old receipts and inactive accounts, and reports erasures that are overdue. */
export async function applyRetention(deps: DeleteInactiveDeps): Promise<void> {
  const { db, clock, logger } = deps;
  await pruneReceipts(db, clock.now());
  for (const { service, count } of await findOverdueParts(db, clock.now())) {
    logger.error({ part: service, count }, 'deleted accounts wait for a service to erase its part for over a week');
  }
  await deleteInactive(deps);
}
