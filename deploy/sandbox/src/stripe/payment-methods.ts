import { type Account, get, newId } from './account.ts';
import type { Api } from './calls.ts';
import { cards, findCard } from './cards.ts';
import { cardFailure, invalid, missing } from './failure.ts';
import type { PaymentMethod } from './objects.ts';
import { parameters } from './parameters.ts';
import { pageFields, pageOf } from './presentation.ts';

/** Stores a card. @throws StripeFailure for a number that is not a test card. */
export function createCard(
  account: Account,
  number: string,
  customer: string | null,
  holder: { email?: string | null; name?: string | null } = {},
): PaymentMethod {
  const card = findCard(number);
  if (!card) throw cardFailure({ code: 'incorrect_number', message: 'Your card number is incorrect.' });
  return account.paymentMethods.put({
    id: newId('pm_1', 23),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: {
      address: null,
      email: holder.email ?? null,
      name: holder.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'IT',
      display_brand: card.brand,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: `sandbox${number.slice(-8)}`,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.timeOf(customer),
    customer,
    livemode: false,
    metadata: {},
    type: 'card',
    _: { number },
  });
}

export function addPaymentMethodCalls(api: Api, account: Account): void {
  api.get('/v1/payment_methods', ({ input, path }) => {
    const { customer, ...page } = parameters(input, { ...pageFields, customer: 'text', type: 'text' });
    return pageOf(
      account.paymentMethods.filter((method) => customer !== undefined && method.customer === customer),
      path,
      page,
    );
  });
  api.get('/v1/payment_methods/:id', ({ id }) => get(account.paymentMethods, 'PaymentMethod', id));

  /** Attaches a card. Aliases such as `pm_card_visa` become a new card of the customer. */
  api.post('/v1/payment_methods/:id/attach', ({ id, input }) => {
    const { customer } = parameters(input, { customer: 'text' }, 'customer');
    get(account.customers, 'customer', customer, 'customer');
    const alias = cards.find((card) => card.alias === id);
    const present = account.paymentMethods.get(id);
    if (!alias && !present) throw missing('PaymentMethod', id);
    if (present?.customer && present.customer !== customer) {
      throw invalid('The payment method you provided has already been attached to a customer.', 'payment_method');
    }
    const attached = alias
      ? createCard(account, alias.number, customer)
      : account.paymentMethods.update(id, { customer });
    account.emit('payment_method.attached', attached);
    return attached;
  });
  api.post('/v1/payment_methods/:id/detach', ({ id }) => {
    get(account.paymentMethods, 'PaymentMethod', id);
    const detached = account.paymentMethods.update(id, { customer: null });
    account.emit('payment_method.detached', detached);
    return detached;
  });
}
