import { type BillingCycle, type PaidTier, paidTiers, tierNames, videosPerMonth } from '@reelwright/product';
import { credentials } from '../credentials.ts';
import { missing } from './failure.ts';
import type { Price, Product } from './objects.ts';

const { prices: ids } = credentials.stripe;
const createdAt = 1_767_225_600; // 2026-01-01

/** In EUR cents: a month, or a year at twelve times the monthly price of annual billing. */
const amounts: Readonly<Record<PaidTier, Record<BillingCycle, number>>> = {
  starter: { monthly: 3390, annual: 34680 },
  pro: { monthly: 4990, annual: 51480 },
  elite: { monthly: 7990, annual: 81480 },
};

/** The products of the seeded account, which a reset keeps. */
export const products: readonly Product[] = paidTiers.map((tier) => ({
  id: `prod_${tier}`,
  object: 'product',
  active: true,
  created: createdAt,
  default_price: null,
  description: `${videosPerMonth[tier]} videos a month`,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: { tier },
  name: `Reelwright ${tierNames[tier]}`,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  type: 'service',
  unit_label: null,
  updated: createdAt,
  url: null,
}));

export const prices: readonly Price[] = paidTiers.flatMap((tier) => [
  price(tier, 'month', ids[`${tier}Monthly`], amounts[tier].monthly),
  price(tier, 'year', ids[`${tier}Annual`], amounts[tier].annual),
]);

function price(tier: string, interval: 'month' | 'year', id: string, amount: number): Price {
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: createdAt,
    currency: 'eur',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: `${tier}_${interval}`,
    metadata: {},
    nickname: null,
    product: `prod_${tier}`,
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'inclusive',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
}

export function findPrice(id: string): Price | undefined {
  return prices.find((price) => price.id === id);
}

export function findProduct(id: string): Product | undefined {
  return products.find((product) => product.id === id);
}

/** Finds a price. @throws StripeFailure with the parameter's name for an unknown price */
export function requirePrice(id: string, param: string): Price {
  const price = findPrice(id);
  if (!price) throw missing('price', id, param);
  return price;
}
