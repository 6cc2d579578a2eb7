import { type Account, get, newId } from './account.ts';
import type { Api } from './calls.ts';
import { requirePrice } from './catalogue.ts';
import { invalid } from './failure.ts';
import type { StripeObject } from './objects.ts';
import { changedMetadata, parameters } from './parameters.ts';
import { pageFields, pageOf } from './presentation.ts';
import { nameOf } from './proration.ts';

const day = 86_400;

/** Languages of the hosted pages. */
export const locales =
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  );

const fields = {
  mode: { oneOf: ['payment', 'setup', 'subscription'] },
  ui_mode: { oneOf: ['hosted_page', 'embedded_page', 'elements', 'form'] },
  customer: 'text',
  customer_email: 'text',
  client_reference_id: { text: 'text', most: 200 },
  line_items: { list: { fields: { price: 'text', quantity: 'integer', adjustable_quantity: 'ignored' } } },
  success_url: 'text',
  cancel_url: 'text',
  subscription_data: { fields: { metadata: 'metadata', description: 'text', billing_mode: 'ignored' } },
  metadata: 'metadata',
  expires_at: 'integer',
  allow_promotion_codes: 'boolean',
  automatic_tax: 'ignored',
  billing_address_collection: 'ignored',
  consent_collection: 'ignored',
  currency: 'ignored',
  custom_text: 'ignored',
  customer_update: 'ignored',
  locale: { oneOf: locales },
  payment_method_collection: 'ignored',
  payment_method_options: 'ignored',
  payment_method_types: 'ignored',
  phone_number_collection: 'ignored',
  saved_payment_method_options: 'ignored',
  submit_type: 'ignored',
  tax_id_collection: 'ignored',
} as const;

export function addCheckoutCalls(api: Api, account: Account): void {
  api.post('/v1/checkout/sessions', ({ input }) => {
    const params = parameters(input, fields, 'mode', 'line_items', 'success_url');
    if (params.mode === 'setup') throw invalid('You can not pass `line_items` in `setup` mode.', 'line_items');
    if ((params.ui_mode ?? 'hosted_page') !== 'hosted_page')
      throw invalid('This sandbox has the hosted page only.', 'ui_mode');
    if (params.customer !== undefined && params.customer_email !== undefined) {
      throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer');
    }
    const customer =
      params.customer === undefined ? null : get(account.customers, 'customer', params.customer, 'customer');
    for (const name of ['success_url', 'cancel_url'] as const) {
      const url = params[name];
      if (url !== undefined && !URL.canParse(url)) throw invalid('Not a valid URL', name, 'url_invalid');
    }
    const [line] = params.line_items;
    if (params.line_items.length !== 1 || !line)
      throw invalid('This sandbox takes exactly one line item.', 'line_items');
    if (line.price === undefined)
      throw invalid('Missing required param: line_items[0][price].', 'line_items[0][price]', 'parameter_missing');
    const price = requirePrice(line.price, 'line_items[0][price]');
    // All prices here are recurring.
    if (params.mode === 'payment') {
      throw invalid(
        'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
        'line_items[0]',
      );
    }
    const { quantity } = line;
    if (quantity === undefined)
      throw invalid('Quantity is required. Add `quantity` to `line_items[0]`', 'line_items[0]');
    if (quantity < 1) {
      const message = 'This value must be greater than or equal to 1.';
      throw invalid(message, 'line_items[0][quantity]', 'parameter_invalid_integer');
    }
    const at = account.timeOf(customer?.id);
    const expires_at = params.expires_at ?? at + day;
    if (expires_at < at + 1800 || expires_at > at + day) {
      throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', 'expires_at');
    }
    const id = newId('cs_test_a1', 58);
    const amount = price.unit_amount * quantity;
    return account.sessions.put({
      id,
      object: 'checkout.session',
      adaptive_pricing: null,
      after_expiration: null,
      allow_promotion_codes: params.allow_promotion_codes ?? null,
      amount_subtotal: amount,
      amount_total: amount,
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      billing_address_collection: null,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      client_secret: null,
      created: at,
      currency: 'eur',
      custom_fields: [],
      customer: customer?.id ?? null,
      customer_creation: customer ? null : 'always',
      customer_details: null,
      customer_email: params.customer_email ?? null,
      expires_at,
      invoice: null,
      invoice_creation: null,
      line_items: {
        object: 'list',
        data: [
          {
            id: newId('li_1', 23),
            object: 'item',
            amount_discount: 0,
            amount_subtotal: amount,
            amount_tax: 0,
            amount_total: amount,
            currency: 'eur',
            description: nameOf({ price }),
            price,
            quantity,
          },
        ],
        has_more: false,
        url: `/v1/checkout/sessions/${id}/line_items`,
      },
      livemode: false,
      locale: params.locale ?? null,
      metadata: changedMetadata({}, params.metadata),
      mode: 'subscription',
      payment_intent: null,
      payment_link: null,
      payment_method_collection: 'always',
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      setup_intent: null,
      status: 'open',
      submit_type: null,
      subscription: null,
      success_url: params.success_url,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      ui_mode: 'hosted_page',
      url: `${account.sandbox.origins.browser('stripe')}/c/pay/${id}`,
      _: {
        price: price.id,
        quantity,
        subscriptionMetadata: changedMetadata({}, params.subscription_data?.metadata),
        asking: null,
      },
    });
  });

  api.get('/v1/checkout/sessions', ({ input, path }) => {
    const { customer, subscription, status, ...page } = parameters(input, {
      ...pageFields,
      customer: 'text',
      subscription: 'text',
      status: { oneOf: ['open', 'complete', 'expired'] },
      created: 'ignored',
    });
    const all = account.sessions.filter(
      (session) =>
        (customer === undefined || session.customer === customer) &&
        (subscription === undefined || session.subscription === subscription) &&
        (status === undefined || session.status === status),
    );
    return pageOf(all, path, {
      limit: page.limit,
      starting_after: page.starting_after,
      ending_before: page.ending_before,
    });
  });
  api.get('/v1/checkout/sessions/:id', ({ id }) => get(account.sessions, 'checkout.session', id));
  api.get('/v1/checkout/sessions/:id/line_items', ({ id, input, path }) => {
    const session = get(account.sessions, 'checkout.session', id);
    return pageOf((session.line_items as { data: StripeObject[] }).data, path, parameters(input, pageFields));
  });
  api.post('/v1/checkout/sessions/:id', ({ id, input }) => {
    const { metadata } = get(account.sessions, 'checkout.session', id);
    const params = parameters(input, { metadata: 'metadata' });
    return account.sessions.update(id, { metadata: changedMetadata(metadata, params.metadata) });
  });
  api.post('/v1/checkout/sessions/:id/expire', ({ id }) => {
    const { status } = get(account.sessions, 'checkout.session', id);
    if (status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
      );
    }
    const expired = account.sessions.update(id, { status: 'expired', url: null });
    account.emit('checkout.session.expired', expired);
    return expired;
  });
}
