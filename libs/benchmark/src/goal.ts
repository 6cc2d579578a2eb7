import { quantile } from './quantiles.ts';

/** The required ratio of our figure to the rival's. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

export interface Verdict {
  readonly holds: boolean;
  /** The quartile that decides: the lower one for `atLeast`, the upper one for `atMost`. */
  readonly decisive: number;
}

/**
 * The lower quartile of the rounds decides, so three rounds of four are at least as good. For `atMost` it is the upper
 * quartile.
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
