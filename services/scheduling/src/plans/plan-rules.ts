import { hasEnded, type Tier, videosPerMonth } from '@reelwright/product';

export interface Plan {
  readonly tier: Tier;
  readonly videosPerMonth: number;
  /** The instant from which its months are counted; null for calendar months in UTC. */
  readonly monthAnchor: Date | null;
  /** The plan that follows; null if none is known. */
  readonly next: NextPlan | null;
}

/** The plan from an instant on: a chosen smaller one, or the free one after a cancellation. */
export interface NextPlan {
  readonly tier: Tier;
  readonly videosPerMonth: number;
  readonly at: Date;
}

/** The plan of users without an event of billing, and of those whose plan has ended. */
export const FREE_PLAN: Plan = {
  tier: 'free',
  videosPerMonth: videosPerMonth.free,
  monthAnchor: null,
  next: null,
};

/** The plan in force at an instant. It ends at the date that billing gave. */
export function planAt(account: Plan & { readonly entitledUntil: Date | null }, now: Date): Plan {
  const { tier, videosPerMonth, monthAnchor, next, entitledUntil: until } = account;
  if (hasEnded(until, now)) return FREE_PLAN;
  if (next === null || now < next.at) return { tier, videosPerMonth, monthAnchor, next };
  if (next.tier === 'free') return FREE_PLAN;
  return { tier: next.tier, videosPerMonth: next.videosPerMonth, monthAnchor, next: null };
}

/** The limits for an entry. */
export interface EntryPlan {
  readonly tier: Tier;
  /** How many entries its month can have. */
  readonly mostEntries: number;
}

/**
 * The plan at the time an entry goes out, which limits it. Otherwise videos of the next month could be made in the
 * last hours of a cancelled or larger plan. The free plan has no entries.
 */
export function planOfEntry({ tier, videosPerMonth, next }: Plan, publishAt: Date): EntryPlan {
  const then = next !== null && next.at <= publishAt ? next : { tier, videosPerMonth };
  return { tier: then.tier, mostEntries: then.tier === 'free' ? 0 : then.videosPerMonth };
}

/** A style and platforms of its own for a single entry. */
export function hasAdvancedScheduling(tier: Tier): boolean {
  return tier === 'pro' || tier === 'elite';
}
