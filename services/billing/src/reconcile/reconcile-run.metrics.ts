import type { Measurements } from '@reelwright/measurements';
import type { Kysely } from 'kysely';
import type { BillingDatabase } from '../database.ts';
import { lastFinishedAt } from './reconcile-run.repository.ts';

/** When the last comparison ended, in whichever process; 0 before the first one. */
export function measureLastRun(measurements: Measurements, db: Kysely<BillingDatabase>): void {
  const help = 'When the last comparison ended, product time';
  measurements.add('last comparison', { billing_reconciled_at_seconds: { type: 'gauge', help } }, async () => ({
    billing_reconciled_at_seconds: Math.floor(((await lastFinishedAt(db))?.getTime() ?? 0) / 1_000),
  }));
}
