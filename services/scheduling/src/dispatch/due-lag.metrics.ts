import type { Clock } from '@reelwright/clock';
import type { Measurements } from '@reelwright/measurements';
import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { nextDueAt } from './dispatch-batch.ts';

/** How late dispatching is, whether a dispatcher runs or not. */
export function measureDueLag(measurements: Measurements, db: Kysely<SchedulingDatabase>, clock: Clock): void {
  const help = 'How long the earliest due entry has waited, s of product time';
  measurements.add('due entries', { scheduling_due_lag_seconds: { type: 'gauge', help } }, async () => {
    const due = (await nextDueAt(db)) ?? clock.now();
    return { scheduling_due_lag_seconds: Math.max(0, (clock.now().getTime() - due.getTime()) / 1_000) };
  });
}
