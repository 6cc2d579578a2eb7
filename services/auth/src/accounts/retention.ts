import { type DeleteInactiveDeps, deleteInactive } from './delete-inactive.ts';
import { findOverdueParts, pruneReceipts } from './receipt.repository.ts';

/** What auth does every hour about accounts that go or are gone. */
export async function applyRetention(deps: DeleteInactiveDeps): Promise<void> {
  const { db, clock, logger } = deps;
  await pruneReceipts(db, clock.now());
  for (const { service, count } of await findOverdueParts(db, clock.now())) {
    logger.error({ part: service, count }, 'deleted accounts wait for a service to erase its part for over a week');
  }
  await deleteInactive(deps);
}
