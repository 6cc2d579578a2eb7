import { createPriceList } from '../plans/plan-catalogue.ts';
import { paidPlanOf } from './paid-plan.ts';

const prices = createPriceList({
  starter: { monthly: 'price_sm', annual: 'price_sa' },
  pro: { monthly: 'price_pm', annual: 'price_pa' },
  elite: { monthly: 'price_em', annual: 'price_ea' },
});

it.each([
  ['price_pm', { tier: 'pro', isAnnual: false }],
  ['price_ea', { tier: 'elite', isAnnual: true }],
  ['price_of_someone_else', { tier: 'free', isAnnual: null }],
  [null, { tier: 'free', isAnnual: null }],
])('a payment at %s was for %j', (priceId, plan) => {
  expect(paidPlanOf({ priceId }, prices)).toEqual(plan);
});
