import { tiers } from '@reelwright/product';
import { amountCents, createPriceList, plans } from './plan-catalogue.ts';

describe('the plan catalogue', () => {
  // The published table: tier, EUR a month, EUR a month when billed annually, videos a month.
  it.each([
    ['free', 0, 0, 1],
    ['starter', 33.9, 28.9, 8],
    ['pro', 49.9, 42.9, 12],
    ['elite', 79.9, 67.9, 20],
  ] as const)('sells %s for €%d, or €%d billed annually, with %d videos a month', (tier, monthly, annual, videos) => {
    expect(plans[tier]).toEqual({
      videosPerMonth: videos,
      monthlyCents: Math.round(monthly * 100),
      annualMonthlyCents: Math.round(annual * 100),
    });
    expect(amountCents(tier, true)).toBe(Math.round(annual * 100) * 12);
  });

  it('has four tiers, each with more videos than the one before', () => {
    expect(Object.keys(plans)).toEqual([...tiers]);
    const videos = tiers.map((tier) => plans[tier].videosPerMonth);
    expect(videos).toEqual([...videos].sort((one, other) => one - other));
  });
});

describe('the price list', () => {
  const prices = {
    starter: { monthly: 'price_sm', annual: 'price_sa' },
    pro: { monthly: 'price_pm', annual: 'price_pa' },
    elite: { monthly: 'price_em', annual: 'price_ea' },
  };

  it('finds the price of a choice and the choice of a price', () => {
    const list = createPriceList(prices);
    expect(list.priceOf({ tier: 'pro', isAnnual: true })).toBe('price_pa');
    expect(list.choiceOf('price_em')).toEqual({ tier: 'elite', isAnnual: false });
    expect(list.choiceOf('price_of_someone_else')).toBeUndefined();
  });

  it('refuses one price for two plans', () => {
    expect(() => createPriceList({ ...prices, pro: { monthly: 'price_sm', annual: 'price_pa' } })).toThrow(
      'same price id',
    );
  });
});
