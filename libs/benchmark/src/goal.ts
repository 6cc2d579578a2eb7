import { quantile } from './quantiles.ts';

/** What our figure divided by the rival's must be. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

export interface Verdict {
  readonly holds: boolean;
  /** The quartile of the rounds' ratios on the side where the goal is missed first: it decides. */
  readonly decisive: number;
}

/**
 * The lower quartile of the rounds decides: three rounds of four are at least as good. Where a small ratio is good,
 * that is the quartile of the larger ones.
 */
export function judge(ratios: readonly number[], goal: Goal): Verdict {
  if ('atLeast' in goal) {
    const decisive = quantile(ratios, 0.25);
    return { decisive, holds: decisive >= goal.atLeast };
  }
  const decisive = quantile(ratios, 0.75);
  return { decisive, holds: decisive <= goal.atMost };
}

export function describeGoal(goal: Goal): string {
  return 'atLeast' in goal ? `≥ ${goal.atLeast}×` : `≤ ${goal.atMost}×`;
}
