import type { PauseCause } from '@reelwright/product';
import { type RawBuilder, sql } from 'kysely';
import { type Plan, planAt, planOfEntry } from './plan-rules.ts';

/** The part of an account that decides whether an entry may be made. */
export interface PlanState {
  readonly plan: Plan;
  /** While a payment is overdue: when the plan ends without it. */
  readonly graceEnds: Date | null;
}

/** Why an entry is paused: no plan now, none at its time (cancelled or unpaid), or no room in its month. */
export function causeOfPause({ plan, graceEnds }: PlanState, publishAt: Date | null): PauseCause {
  if (plan.tier === 'free') return 'ENTRY_NO_PLAN';
  if (publishAt === null) return 'ENTRY_PAUSED';
  if (isCovered({ plan, graceEnds }, publishAt)) return 'ENTRY_PAUSED';
  return graceEnds !== null && graceEnds <= publishAt ? 'ENTRY_UNPAID' : 'ENTRY_AFTER_PLAN';
}

/** Whether an entry of that time may be made: a paid plan covers that time, and no payment is overdue by then. */
export function isCovered({ plan, graceEnds }: PlanState, publishAt: Date): boolean {
  return planAt({ ...plan, entitledUntil: graceEnds }, publishAt).tier !== 'free';
}

/**
 * `isCovered` in SQL, for the dispatcher; `account` is a row of usage_accounts. A test compares the two.
 * @param publishAt a column
 */
export const coveredSql = (publishAt: RawBuilder<unknown>, now: Date): RawBuilder<boolean> => sql`(
  case when account.next_tier is not null and account.next_videos_per_month > 0
        and account.next_at <= greatest(${publishAt}, ${now}::timestamptz)
       then account.next_tier else account.tier end <> 'free'
  and coalesce(account.entitled_until > ${now}::timestamptz, true)
  and not coalesce(account.status = 'past_due' and account.entitled_until <= ${publishAt}, false))`;

/** Whether the plan ends before a requested video goes out. */
export const endsBefore = ({ plan }: PlanState, publishAt: Date): boolean =>
  planOfEntry(plan, publishAt).mostEntries === 0;
