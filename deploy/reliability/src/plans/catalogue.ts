import { type PaidTier, paidTiers } from '@reelwright/product';

/** One of the six plans that are sold. */
export interface Plan {
  readonly tier: PaidTier;
  readonly annual: boolean;
}

/** The specification's table of plans (section 9), in EUR cents. A year costs twelve times the price that it names. */
export const SOLD: Readonly<Record<PaidTier, { videos: number; month: number; year: number }>> = {
  starter: { videos: 8, month: 33_90, year: 12 * 28_90 },
  pro: { videos: 12, month: 49_90, year: 12 * 42_90 },
  elite: { videos: 20, month: 79_90, year: 12 * 67_90 },
};
export const FREE_VIDEOS = 1;

export const PLANS: readonly Plan[] = paidTiers.flatMap((tier) => [
  { tier, annual: false },
  { tier, annual: true },
]);

export const priceOf = ({ tier, annual }: Plan): number => (annual ? SOLD[tier].year : SOLD[tier].month);
export const monthsOf = ({ annual }: Plan): number => (annual ? 12 : 1);
export const nameOf = ({ tier, annual }: Plan): string => `${tier} ${annual ? 'annual' : 'monthly'}`;

/** @throws when no plan has the name */
export function planNamed(name: string): Plan {
  const found = PLANS.find((plan) => nameOf(plan) === name);
  if (!found) throw new Error(`there is no plan '${name}'`);
  return found;
}
