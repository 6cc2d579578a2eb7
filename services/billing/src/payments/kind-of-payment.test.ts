import { createPriceList } from '../plans/plan-catalogue.ts';
import { kindOfPayment } from './kind-of-payment.ts';

const prices = createPriceList({
  starter: { monthly: 'price_sm', annual: 'price_sa' },
  pro: { monthly: 'price_pm', annual: 'price_pa' },
  elite: { monthly: 'price_em', annual: 'price_ea' },
});

it.each([
  ['the first invoice of a subscription', 'subscription_create', null, 'price_pm', 'purchase'],
  ['the next period', 'subscription_cycle', null, 'price_pm', 'renewal'],
  ['a higher tier', 'subscription_update', 'price_sm', 'price_pm', 'upgrade'],
  ['a higher tier, billed annually', 'subscription_update', 'price_sm', 'price_pa', 'upgrade'],
  ['the same tier, billed annually', 'subscription_update', 'price_pm', 'price_pa', 'switch'],
  ['the same tier, billed monthly after the year', 'subscription_update', null, 'price_pm', 'switch'],
  ['a lower tier', 'subscription_update', 'price_em', 'price_sm', 'switch'],
  ['a change from a price that is not ours', 'subscription_update', 'price_of_someone_else', 'price_pm', 'switch'],
  ['a change to a price that is not ours', 'subscription_update', 'price_sm', 'price_of_someone_else', null],
  ['an invoice made by hand', 'manual', null, null, null],
  ['an invoice without a reason', null, null, 'price_pm', null],
])('%s (%s, %s, %s) is: %s', (_what, reason, creditedPriceId, priceId, kind) => {
  expect(kindOfPayment({ reason, creditedPriceId, priceId }, prices)).toBe(kind);
});
