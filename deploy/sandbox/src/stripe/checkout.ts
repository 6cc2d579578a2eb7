import { type Account, get, newId } from './account.ts';
import type { BankResult, Situation } from './cards.ts';
import { requirePrice } from './catalogue.ts';
import { requestPayment } from './collection.ts';
import type { CheckoutSession } from './objects.ts';
import { createCard } from './payment-methods.ts';
import { startSubscription } from './subscriptions.ts';

export interface Payer {
  number: string;
  email: string;
  name: string;
}

/**
 * Pays a session. If the bank pays, this creates card, subscription, invoice and charge and completes the session; otherwise
 * it creates nothing.
 */
export function paySession(account: Account, session: CheckoutSession, payer: Payer, situation: Situation): BankResult {
  const result = requestPayment(account, payer.number, situation);
  if (result === 'asks') {
    account.sessions.update(session.id, { _: { ...session._, asking: { number: payer.number, email: payer.email } } });
    return result;
  }
  if (result !== 'pays') {
    account.sessions.update(session.id, { _: { ...session._, asking: null } });
    return result;
  }
  const customer = session.customer ?? newCustomer(account, payer);
  const method = createCard(account, payer.number, customer, { email: payer.email, name: payer.name });
  account.emit('payment_method.attached', method);
  const subscription = startSubscription(account, {
    customer,
    items: [{ price: requirePrice(session._.price, 'price'), quantity: session._.quantity }],
    metadata: session._.subscriptionMetadata,
    method,
    keepsMethod: true,
    situation,
    result,
  });
  const complete = account.sessions.update(session.id, {
    status: 'complete',
    payment_status: 'paid',
    customer,
    customer_details: {
      address: null,
      email: payer.email,
      name: payer.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
    url: null,
    _: { ...session._, asking: null },
  });
  account.emit('checkout.session.completed', complete);
  return result;
}

function newCustomer(account: Account, payer: Payer): string {
  const id = newId('cus', 14);
  const customer = account.customers.put({
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: account.timeOf(null),
    description: null,
    email: payer.email,
    invoice_settings: { default_payment_method: null, custom_fields: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: payer.name,
    test_clock: null,
  });
  account.emit('customer.created', customer);
  return get(account.customers, 'customer', id).id;
}
