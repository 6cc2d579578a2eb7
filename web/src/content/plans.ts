import { type Tier, tierNames, tiers, videosPerMonth } from '@reelwright/product';

export interface Plan {
  tier: Tier;
  name: string;
  /** Euros a month, billed monthly. */
  price: number;
  /** The struck-through price beside it, or null. */
  originalPrice: number | null;
  /** Euros a month, billed annually. */
  annually: number;
  videosPerMonth: number;
  videosPerWeek: number | null;
  description: string;
  features: string[];
}

/** In ascending order of tier. */
export const plans: readonly Plan[] = [
  {
    tier: 'free',
    name: tierNames.free,
    price: 0,
    originalPrice: null,
    annually: 0,
    videosPerMonth: videosPerMonth.free,
    videosPerWeek: null,
    description: 'Free for as long as you like',
    features: ['1 video per month', '8-second reels (1080p)', 'Drive integration', 'Basic support'],
  },
  {
    tier: 'starter',
    name: tierNames.starter,
    price: 33.9,
    originalPrice: 39.88,
    annually: 28.9,
    videosPerMonth: videosPerMonth.starter,
    videosPerWeek: 2,
    description: 'Two reels a week',
    features: [
      `${videosPerMonth.starter} videos per month`,
      '2 per week',
      '8-second reels (1080p)',
      'Multi-platform posting',
      'Priority support',
    ],
  },
  {
    tier: 'pro',
    name: tierNames.pro,
    price: 49.9,
    originalPrice: 58.71,
    annually: 42.9,
    videosPerMonth: videosPerMonth.pro,
    videosPerWeek: 3,
    description: 'Three reels a week',
    features: [
      `${videosPerMonth.pro} videos per month`,
      '3 per week',
      '8-second reels (1080p)',
      'Multi-platform posting',
      'Advanced scheduling',
    ],
  },
  {
    tier: 'elite',
    name: tierNames.elite,
    price: 79.9,
    originalPrice: 94,
    annually: 67.9,
    videosPerMonth: videosPerMonth.elite,
    videosPerWeek: 5,
    description: 'Five reels a week',
    features: [
      `${videosPerMonth.elite} videos per month`,
      '5 per week',
      '8-second reels (1080p)',
      'Multi-platform posting',
      'Premium support',
      'Advanced analytics',
      'Custom branding',
    ],
  },
];

export const billingBadges = { landing: '15% OFF', pricing: 'Save 20%', upgradeDialog: '20% off' } as const;

export function planOf(tier: Tier): Plan {
  const plan = plans.find((candidate) => candidate.tier === tier);
  if (!plan) throw new Error(`No plan is called ${tier}`);
  return plan;
}

export const rankOf = (tier: Tier) => tiers.indexOf(tier);

/** The plans with a higher tier. */
export const plansAbove = (tier: Tier) => plans.slice(rankOf(tier) + 1);

/** A style and platforms of its own for each entry: the advanced scheduling of pro and elite. */
export const hasAdvancedScheduling = (tier: Tier) => rankOf(tier) >= rankOf('pro');

/** Multi-platform posting starts with starter. */
export const canPost = (tier: Tier) => rankOf(tier) >= rankOf('starter');
