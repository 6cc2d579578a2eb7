import { type DeleteInactiveDeps, deleteInactive } from './delete-inactive.ts';
import { findLateServices, pruneReceipts } from './receipt.repository.ts';

/** Deletes, every hour, old receipts and inactive accounts, and reports erasures that are overdue. */
export async function applyRetention(deps: DeleteInactiveDeps): Promise<void> {
  const { db, clock, logger } = deps;
  await pruneReceipts(db, clock.now());
  for (const { service, count } of await findLateServices(db, clock.now())) {
    logger.error(
      { lateService: service, count },
      'deleted accounts wait for a service to erase its data for over a week',
    );
  }
  await deleteInactive(deps);
}
