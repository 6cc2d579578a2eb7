import type { PauseCause } from '@reelwright/product';
import { type Plan, planAt, planOfEntry } from './plan-rules.ts';

/** What of an account says why an entry is held. */
export interface PlanStanding {
  readonly plan: Plan;
  /** While a payment is open: when the plan ends if it stays so. */
  readonly graceEnds: Date | null;
}

/** Which case a paused entry is: no plan now, none at its time (cancelled or unpaid), or no room in its month. */
export function causeOfPause({ plan, graceEnds }: PlanStanding, publishAt: Date | null): PauseCause {
  if (plan.tier === 'free') return 'ENTRY_NO_PLAN';
  if (publishAt === null) return 'ENTRY_PAUSED';
  if (planAt({ ...plan, entitledUntil: graceEnds }, publishAt).tier !== 'free') return 'ENTRY_PAUSED';
  return graceEnds !== null && graceEnds <= publishAt ? 'ENTRY_UNPAID' : 'ENTRY_AFTER_PLAN';
}

/** Whether the plan is over before something goes out that was asked for already. */
export const endsBefore = ({ plan }: PlanStanding, publishAt: Date): boolean =>
  planOfEntry(plan, publishAt).mostEntries === 0;
