import type { Cause } from '@reelwright/causes';
import type { FullDayCause } from '@reelwright/product';
import type { Platform } from '../platforms/platform.ts';
import { platformBudgets } from './platform-budgets.ts';

/** Why a post goes out on another day than its entry says. */
export interface Moved {
  /**
   * BUDGET_SPENT: the day of the account, or of all Reelwright, is full by our count. DAILY_LIMIT: the platform says
   * that the account's day is full.
   */
  readonly code: FullDayCause;
  /** When it would have gone out, as an ISO instant. */
  readonly from: string;
  /** The zone of its hour; empty if it is not known. */
  readonly timeZone: string;
}

/**
 * The cause of a post that goes out on another day. If the budget is the account's own, it names the platform's
 * limit.
 */
export function movedCause(platform: Platform, { code, from }: Moved, goesOutAt: Date): Cause<FullDayCause> {
  const budget = platformBudgets[platform];
  const perDay = code === 'BUDGET_SPENT' && budget.scope === 'account' ? budget.perDay : undefined;
  return { code, data: { platform, movedFrom: new Date(from), goesOutAt, ...(perDay && { perDay }) } };
}
