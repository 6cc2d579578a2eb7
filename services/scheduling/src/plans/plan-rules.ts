export type Tier = 'free' | 'starter' | 'pro' | 'elite';

export const PLAN_NAMES: Readonly<Record<Tier, string>> = {
  free: 'Free',
  starter: 'Starter',
  pro: 'Pro',
  elite: 'Elite',
};

export interface Plan {
  readonly tier: Tier;
  readonly videosPerMonth: number;
  /** The instant its months are counted from; null counts calendar months in UTC. */
  readonly monthAnchor: Date | null;
}

/** The plan of those billing has not spoken of, and of those whose plan has ended. */
export const FREE_PLAN: Plan = { tier: 'free', videosPerMonth: 1, monthAnchor: null };

/** The plan in force at an instant. It ends when billing said it would, unless billing has said something newer. */
export function planAt(account: Plan & { readonly entitledUntil: Date | null }, now: Date): Plan {
  const { tier, videosPerMonth, monthAnchor, entitledUntil: until } = account;
  return until !== null && until <= now ? FREE_PLAN : { tier, videosPerMonth, monthAnchor };
}

/** Style, caption and platforms for a single entry. */
export function hasAdvancedScheduling(tier: Tier): boolean {
  return tier === 'pro' || tier === 'elite';
}
