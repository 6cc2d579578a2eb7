export type Tier = 'free' | 'starter' | 'pro' | 'elite';

export const VIDEOS_PER_MONTH: Readonly<Record<Tier, number>> = { free: 1, starter: 8, pro: 12, elite: 20 };
export const PLAN_NAMES: Readonly<Record<Tier, string>> = {
  free: 'Free',
  starter: 'Starter',
  pro: 'Pro',
  elite: 'Elite',
};

/** A renewal may reach us late; nobody who pays is downgraded for it. */
const GRACE_MS = 7 * 86_400_000;

export interface Plan {
  readonly tier: Tier;
  /** The instant its months are counted from; null counts calendar months in UTC. */
  readonly monthAnchor: Date | null;
}

export const FREE_PLAN: Plan = { tier: 'free', monthAnchor: null };

/**
 * Until when a paid plan holds if billing says nothing more: to its known end, else to the grace after the paid period.
 * Null when neither is known.
 */
export function entitledUntil(subscription: {
  readonly currentPeriodEnd: Date | undefined;
  readonly expiresAt: Date | undefined;
}): Date | null {
  const { currentPeriodEnd, expiresAt } = subscription;
  const lapse = currentPeriodEnd && new Date(currentPeriodEnd.getTime() + GRACE_MS);
  if (!expiresAt) return lapse ?? null;
  return lapse && lapse < expiresAt ? lapse : expiresAt;
}

/** The plan in force at an instant. */
export function planAt(account: Plan & { readonly entitledUntil: Date | null }, now: Date): Plan {
  const { tier, monthAnchor, entitledUntil: until } = account;
  if (tier === 'free' || (until !== null && until.getTime() <= now.getTime())) return FREE_PLAN;
  return { tier, monthAnchor };
}

/** Style, caption and platforms for a single entry. */
export function hasAdvancedScheduling(tier: Tier): boolean {
  return tier === 'pro' || tier === 'elite';
}
