import { hasEnded, type Tier, videosPerMonth } from '@reelwright/product';

export interface Plan {
  readonly tier: Tier;
  readonly videosPerMonth: number;
  /** The instant its months are counted from; null counts calendar months in UTC. */
  readonly monthAnchor: Date | null;
  /** What is known to follow; null while the plan just goes on. */
  readonly next: ComingPlan | null;
}

/** The plan from an instant on: a smaller one that was chosen, or the free one when this is cancelled. */
export interface ComingPlan {
  readonly tier: Tier;
  readonly videosPerMonth: number;
  readonly at: Date;
}

/** The plan of those billing has not spoken of, and of those whose plan has ended. */
export const FREE_PLAN: Plan = {
  tier: 'free',
  videosPerMonth: videosPerMonth.free,
  monthAnchor: null,
  next: null,
};

/** The plan in force at an instant. It ends at billing's date, unless billing has sent a newer one. */
export function planAt(account: Plan & { readonly entitledUntil: Date | null }, now: Date): Plan {
  const { tier, videosPerMonth, monthAnchor, next, entitledUntil: until } = account;
  if (hasEnded(until, now)) return FREE_PLAN;
  if (next === null || now < next.at) return { tier, videosPerMonth, monthAnchor, next };
  if (next.tier === 'free') return FREE_PLAN;
  return { tier: next.tier, videosPerMonth: next.videosPerMonth, monthAnchor, next: null };
}

/** What an entry is judged by. */
export interface EntryPlan {
  readonly tier: Tier;
  /** How many entries its month may hold. */
  readonly mostEntries: number;
}

/**
 * The plan that will be in force when an entry goes out: by that it is judged. Otherwise videos of the next month would
 * be made in the last hours of a cancelled or larger plan. On the free plan nothing is scheduled.
 */
export function planOfEntry({ tier, videosPerMonth, next }: Plan, publishAt: Date): EntryPlan {
  const then = next !== null && next.at <= publishAt ? next : { tier, videosPerMonth };
  return { tier: then.tier, mostEntries: then.tier === 'free' ? 0 : then.videosPerMonth };
}

/** Settings of its own for a single entry. */
export function hasAdvancedScheduling(tier: Tier): boolean {
  return tier === 'pro' || tier === 'elite';
}
