export type Tier = 'free' | 'starter' | 'pro' | 'elite';

export interface Plan {
  tier: Tier;
  name: string;
  /** Euros a month, billed monthly. */
  price: number;
  /** The struck-through price beside it, if there is one. */
  originalPrice: number | null;
  /** Euros a month, billed annually. */
  annually: number;
  videosPerMonth: number;
  videosPerWeek: number | null;
  description: string;
  features: string[];
}

/** In order: a tier is above another when it stands later in this list. */
export const plans: readonly Plan[] = [
  {
    tier: 'free',
    name: 'Free',
    price: 0,
    originalPrice: null,
    annually: 0,
    videosPerMonth: 1,
    videosPerWeek: null,
    description: 'Free for as long as you like',
    features: ['1 video per month', '8-second reels (1080p)', 'Drive integration', 'Basic support'],
  },
  {
    tier: 'starter',
    name: 'Starter',
    price: 33.9,
    originalPrice: 39.88,
    annually: 28.9,
    videosPerMonth: 8,
    videosPerWeek: 2,
    description: 'Two reels a week',
    features: [
      '8 videos per month',
      '2 per week',
      '8-second reels (1080p)',
      'Multi-platform posting',
      'Priority support',
    ],
  },
  {
    tier: 'pro',
    name: 'Pro',
    price: 49.9,
    originalPrice: 58.71,
    annually: 42.9,
    videosPerMonth: 12,
    videosPerWeek: 3,
    description: 'Three reels a week',
    features: [
      '12 videos per month',
      '3 per week',
      '8-second reels (1080p)',
      'Multi-platform posting',
      'Advanced scheduling',
    ],
  },
  {
    tier: 'elite',
    name: 'Elite',
    price: 79.9,
    originalPrice: 94,
    annually: 67.9,
    videosPerMonth: 20,
    videosPerWeek: 5,
    description: 'Five reels a week',
    features: [
      '20 videos per month',
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

export const rankOf = (tier: Tier) => plans.findIndex((plan) => plan.tier === tier);

/** The plans one can move up to. */
export const plansAbove = (tier: Tier) => plans.slice(rankOf(tier) + 1);

/** Per-entry style, caption and platforms: the advanced scheduling of pro and elite. */
export const hasAdvancedScheduling = (tier: Tier) => rankOf(tier) >= rankOf('pro');

/** Multi-platform posting starts with starter. */
export const canPost = (tier: Tier) => rankOf(tier) >= rankOf('starter');
