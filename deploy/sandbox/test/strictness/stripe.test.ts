import { credentials } from '../../src/credentials.ts';
import { type Running, runSandbox } from '../running.ts';
import { type ApiResponse, call } from '../social.ts';
import { from, type Rejection, rejections } from './rejections.ts';

const { prices, secretKey } = credentials.stripe;

let sandbox: Running;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(() => sandbox.end());

type Fields = Record<string, string>;
const send = (method: string, path: string, fields: Fields = {}, headers: Fields = {}): Promise<ApiResponse> => {
  const inQuery = method === 'POST' ? '' : `?${new URLSearchParams(fields)}`;
  return call(`${sandbox.origins.server('stripe')}/v1/${path}${inQuery}`, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, ...headers },
    ...(method === 'POST' ? { body: new URLSearchParams(fields) } : {}),
  });
};
const post = (path: string, fields: Fields = {}, headers: Fields = {}) => send('POST', path, fields, headers);
const get = (path: string, fields: Fields = {}) => send('GET', path, fields);
const error = (code?: string, param?: string, more: object = {}): object => ({
  error: {
    type: 'invalid_request_error',
    message: expect.any(String),
    ...(code && { code }),
    ...(param && { param }),
    ...more,
  },
});
const says = (message: string): object => ({ message: expect.stringContaining(message) });
const rejected = (
  what: string,
  path: string,
  fields: Fields,
  body: object = error(),
  status = 400,
): Omit<Rejection, 'source'> => ({ what, send: () => post(path, fields), status, body });

const customer = async (fields: Fields = {}): Promise<string> => (await post('customers', fields)).json.id;
const january = String(Date.UTC(2027, 0, 31, 9) / 1000);
const clock = async (): Promise<string> => (await post('test_helpers/test_clocks', { frozen_time: january })).json.id;
interface Subscribed {
  clock: string;
  customer: string;
  subscription: string;
  item: { id: string; current_period_start: number; current_period_end: number };
  invoice: string;
}
/** A subscriber on a test clock. */
async function subscribed(card = 'pm_card_visa'): Promise<Subscribed> {
  const test_clock = await clock();
  const id = await customer({ test_clock });
  const method = (await post(`payment_methods/${card}/attach`, { customer: id })).json.id;
  const { json } = await post('subscriptions', {
    customer: id,
    'items[0][price]': prices.starterMonthly,
    default_payment_method: method,
  });
  return {
    clock: test_clock,
    customer: id,
    subscription: json.id,
    item: json.items.data[0],
    invoice: json.latest_invoice,
  };
}
const disputed = async (): Promise<{ id: string; charge: string }> => {
  const { invoice } = await subscribed('pm_card_createDispute');
  const intent = (await get('invoice_payments', { invoice })).json.data[0].payment.payment_intent;
  return (await get('disputes', { payment_intent: intent })).json.data[0];
};
const changed = (what: string, fields: (of: Subscribed) => Fields, body: object): Omit<Rejection, 'source'> => ({
  what,
  send: async () => {
    const one = await subscribed();
    return post(`subscriptions/${one.subscription}`, fields(one));
  },
  status: 400,
  body,
});
const upgrade = ({ item }: Subscribed): Fields => ({ 'items[0][id]': item.id, 'items[0][price]': prices.eliteMonthly });
const checkout = (what: string, change: Fields, body: object, without?: string): Omit<Rejection, 'source'> => ({
  what,
  send: () => {
    const fields: Fields = {
      mode: 'subscription',
      'line_items[0][price]': prices.proMonthly,
      'line_items[0][quantity]': '1',
      success_url: 'http://localhost:1/ok',
      ...change,
    };
    if (without !== undefined) delete fields[without];
    return post('checkout/sessions', fields);
  },
  status: 400,
  body,
});
const scheduled = async (): Promise<{ schedule: string; start: string; end: string } & Subscribed> => {
  const one = await subscribed();
  const { json } = await post('subscription_schedules', { from_subscription: one.subscription });
  const [phase] = json.phases;
  return { ...one, schedule: json.id, start: String(phase.start_date), end: String(phase.end_date) };
};

rejections([
  ...from('API reference, Authentication and Errors', [
    {
      what: 'a call without a key',
      send: () => call(`${sandbox.origins.server('stripe')}/v1/customers`),
      status: 401,
      body: error(undefined, undefined, says('You did not provide an API key')),
    },
    {
      what: 'a wrong key, which it does not repeat',
      send: () => send('GET', 'customers', {}, { authorization: 'Bearer sk_test_0123456789abcdefWXYZ' }),
      status: 401,
      body: error(undefined, undefined, says('Invalid API Key provided: sk_test_************WXYZ')),
    },
    {
      what: 'an unknown path',
      send: () => get('nothing'),
      status: 404,
      body: error(undefined, undefined, says('Unrecognized request URL (GET: /v1/nothing)')),
    },
    {
      what: 'JSON where a form belongs',
      send: () =>
        call(`${sandbox.origins.server('stripe')}/v1/customers`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
          body: '{"email":"a@b.c"}',
        }),
      status: 400,
      body: error(undefined, undefined, says('check that your POST content type is application/x-www-form-urlencoded')),
    },
    {
      what: 'an unknown version',
      send: () => send('GET', 'customers', {}, { 'stripe-version': 'latest' }),
      status: 400,
      body: error(undefined, undefined, says('Invalid Stripe API version: latest')),
    },
    {
      what: 'a future version',
      send: () => send('GET', 'customers', {}, { 'stripe-version': '2099-01-01.x' }),
      status: 400,
      body: error(undefined, undefined, says('Invalid Stripe API version: 2099-01-01.x')),
    },
    {
      what: 'an unknown object',
      send: () => get('subscriptions/sub_none'),
      status: 404,
      body: error('resource_missing', 'id', { message: "No such subscription: 'sub_none'" }),
    },
  ]),
  ...from('Error codes', [
    rejected('an unknown parameter', 'customers', { colour: 'red' }, error('parameter_unknown', 'colour')),
    rejected(
      'an unknown parameter inside another',
      'customers',
      { 'invoice_settings[colour]': 'red' },
      error('parameter_unknown', 'invoice_settings[colour]'),
    ),
    rejected(
      'an empty parameter',
      'customers',
      { payment_method: '' },
      error('parameter_invalid_empty', 'payment_method'),
    ),
    rejected('a missing parameter', 'test_helpers/test_clocks', {}, error('parameter_missing', 'frozen_time')),
    rejected(
      'an invalid number',
      'test_helpers/test_clocks',
      { frozen_time: 'soon' },
      error('parameter_invalid_integer', 'frozen_time'),
    ),
    rejected(
      'an invalid list',
      'checkout/sessions',
      { mode: 'subscription', line_items: 'one', success_url: 'x' },
      error(),
    ),
    rejected('an invalid e-mail', 'customers', { email: 'ada' }, error('email_invalid', 'email')),
    rejected('a text over 5000 characters', 'subscriptions', { customer: 'a'.repeat(5001) }, error()),
  ]),
  ...from('API reference, Customers: limits of email and name', [
    rejected(
      'an e-mail over 512 characters',
      'customers',
      { email: `${'a'.repeat(512)}@b.c` },
      error(undefined, 'email'),
    ),
    rejected('a name over 256 characters', 'customers', { name: 'a'.repeat(257) }, error(undefined, 'name')),
  ]),
  ...from('API reference, Metadata', [
    rejected(
      'a metadata key over 40 characters',
      'customers',
      { [`metadata[${'k'.repeat(41)}]`]: 'v' },
      error(undefined, undefined, says('Metadata keys can have up to 40 characters')),
    ),
    rejected(
      'a metadata value over 500 characters',
      'customers',
      { 'metadata[k]': 'v'.repeat(501) },
      error(undefined, undefined, says('Metadata values can have up to 500 characters')),
    ),
    rejected(
      'more than 50 metadata keys',
      'customers',
      Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`metadata[k${at}]`, 'v'])),
    ),
    rejected('metadata that is a text', 'customers', { metadata: 'text' }, error(undefined, 'metadata')),
  ]),
  ...from('API reference, Pagination', [
    {
      what: 'a page of 0 objects',
      send: () => get('customers', { limit: '0' }),
      status: 400,
      body: error('parameter_invalid_integer', 'limit'),
    },
    {
      what: 'a page over a hundred',
      send: () => get('customers', { limit: '101' }),
      status: 400,
      body: error('parameter_invalid_integer', 'limit', says("(it currently is '101')")),
    },
    {
      what: 'to start after an unknown object',
      send: () => get('customers', { starting_after: 'cus_none' }),
      status: 400,
      body: error('resource_missing', 'starting_after'),
    },
    {
      what: 'to page in both directions',
      send: async () => {
        const id = await customer();
        return get('customers', { starting_after: id, ending_before: id });
      },
      status: 400,
      body: error(undefined, undefined, says('You may only specify one of these parameters')),
    },
  ]),
  ...from('API reference, Expanding responses', [
    {
      what: 'to expand an unknown field',
      send: async () => get(`customers/${await customer()}`, { 'expand[0]': 'nothing' }),
      status: 400,
      body: error(undefined, 'expand', { message: 'This property cannot be expanded (nothing).' }),
    },
    {
      what: 'to expand five levels',
      send: async () => get(`customers/${await customer()}`, { 'expand[0]': 'a.b.c.d.e' }),
      status: 400,
      body: error(undefined, 'expand'),
    },
    {
      what: 'an expand that is not a list',
      send: async () => get(`customers/${await customer()}`, { expand: 'subscriptions' }),
      status: 400,
      body: error(undefined, 'expand'),
    },
  ]),
  ...from('API reference, Idempotent requests', [
    {
      what: 'a key for other parameters',
      send: async () => {
        const headers = { 'idempotency-key': 'other-parameters' };
        await post('customers', { email: 'a@b.c' }, headers);
        return post('customers', { email: 'z@b.c' }, headers);
      },
      status: 400,
      body: { error: { type: 'idempotency_error' } },
    },
    {
      what: 'a key for another path',
      send: async () => {
        const headers = { 'idempotency-key': 'another-path' };
        await post('customers', {}, headers);
        return post('refunds', {}, headers);
      },
      status: 400,
      body: { error: { type: 'idempotency_error' } },
    },
    {
      what: 'a key that another call still uses',
      send: async () => {
        const headers = { 'idempotency-key': 'at-once' };
        // Uses connections that are open already.
        await Promise.all([0, 1, 2, 3].map(() => get('customers')));
        const responses = await Promise.all([0, 1, 2, 3].map(() => post('customers', { email: 'a@b.c' }, headers)));
        const late = responses.find(({ status }) => status !== 200);
        if (!late) throw new Error('none was late');
        return late;
      },
      status: 409,
      body: { error: { code: 'idempotency_key_in_use' } },
    },
    {
      what: 'a key over 255 characters',
      send: () => post('customers', {}, { 'idempotency-key': 'k'.repeat(256) }),
      status: 400,
      body: error(),
    },
  ]),
  ...from('API reference, Checkout Sessions: create', [
    checkout('a session without mode', {}, error('parameter_missing', 'mode'), 'mode'),
    checkout('a session without items', {}, error(), 'line_items[0][price]'),
    checkout('a session without success_url', {}, error('parameter_missing', 'success_url'), 'success_url'),
    checkout('an unknown mode', { mode: 'gift' }, error(undefined, 'mode')),
    checkout(
      'an unknown price',
      { 'line_items[0][price]': 'price_none' },
      error('resource_missing', 'line_items[0][price]'),
    ),
    checkout(
      'items without a quantity',
      {},
      error(undefined, 'line_items[0]', says('Quantity is required. Add `quantity` to `line_items[0]`')),
      'line_items[0][quantity]',
    ),
    checkout(
      'payment mode for a subscription’s price',
      { mode: 'payment' },
      error(undefined, 'line_items[0]', says('You specified `payment` mode but passed a recurring price.')),
    ),
    checkout('an unknown language', { locale: 'zz' }, error(undefined, 'locale')),
    checkout('a quantity of 0', { 'line_items[0][quantity]': '0' }, error(undefined, 'line_items[0][quantity]')),
    checkout('an unknown customer', { customer: 'cus_none' }, error('resource_missing', 'customer')),
    checkout('an invalid success_url', { success_url: 'ok' }, error('url_invalid', 'success_url')),
    checkout('a session shorter than 30 minutes', { expires_at: '1' }, error(undefined, 'expires_at')),
    checkout('a session longer than a day', { expires_at: '4102444800' }, error(undefined, 'expires_at')),
    checkout(
      'a reference over 200 characters',
      { client_reference_id: 'a'.repeat(201) },
      error(undefined, 'client_reference_id'),
    ),
    {
      what: 'a customer and an e-mail',
      send: async () =>
        post('checkout/sessions', {
          mode: 'subscription',
          'line_items[0][price]': prices.proMonthly,
          'line_items[0][quantity]': '1',
          success_url: 'http://localhost:1/ok',
          customer: await customer(),
          customer_email: 'a@b.c',
        }),
      status: 400,
      body: error(undefined, 'customer'),
    },
    {
      what: 'to expire a session twice',
      send: async () => {
        const { id } = (
          await post('checkout/sessions', {
            mode: 'subscription',
            'line_items[0][price]': prices.proMonthly,
            'line_items[0][quantity]': '1',
            success_url: 'http://localhost:1/ok',
          })
        ).json;
        await post(`checkout/sessions/${id}/expire`);
        return post(`checkout/sessions/${id}/expire`);
      },
      status: 400,
      body: error(),
    },
  ]),
  ...from('API reference, Subscriptions: create', [
    rejected(
      'a subscription without a customer',
      'subscriptions',
      { 'items[0][price]': prices.proMonthly },
      error('parameter_missing', 'customer'),
    ),
    ...[
      [
        'that must not begin unpaid, with a card that needs 3D Secure',
        'pm_card_authenticationRequired',
        'subscription_payment_intent_requires_action',
      ],
      ['that must not begin unpaid, with a declined card', 'pm_card_chargeCustomerFail', 'card_declined'],
    ].map(([what, card = '', code]) => ({
      what: `a subscription ${what}`,
      send: async () => {
        const id = await customer();
        const { json } = await post(`payment_methods/${card}/attach`, { customer: id });
        const response = await post('subscriptions', {
          customer: id,
          'items[0][price]': prices.proMonthly,
          default_payment_method: json.id,
          payment_behavior: 'error_if_incomplete',
        });
        const made = (await get('subscriptions', { customer: id, status: 'all' })).json.data;
        if (made.length > 0) throw new Error('a subscription was made');
        return response;
      },
      status: 402,
      body: { error: { type: 'card_error', code } },
    })),
    {
      what: 'a subscription without items',
      send: async () => post('subscriptions', { customer: await customer() }),
      status: 400,
      body: error('parameter_missing', 'items'),
    },
    {
      what: 'a subscription without a card',
      send: async () => post('subscriptions', { customer: await customer(), 'items[0][price]': prices.proMonthly }),
      status: 400,
      body: error('resource_missing'),
    },
    {
      what: 'a subscription to an unknown price',
      send: async () =>
        post('subscriptions', {
          customer: await customer(),
          'items[0][price]': 'price_none',
          payment_behavior: 'default_incomplete',
        }),
      status: 400,
      body: error('resource_missing', 'items[0][price]'),
    },
  ]),
  ...from('API reference, Subscriptions: update, and Billing, Prorations', [
    changed(
      'an unknown item',
      () => ({ 'items[0][id]': 'si_none', 'items[0][price]': prices.proMonthly }),
      error('resource_missing', 'items[0][id]'),
    ),
    changed(
      'the same price as a second item',
      () => ({ 'items[0][price]': prices.starterMonthly }),
      error(undefined, 'items[0][price]'),
    ),
    changed(
      'an unknown way to prorate',
      (of) => ({ ...upgrade(of), proration_behavior: 'later' }),
      error(undefined, 'proration_behavior'),
    ),
    changed(
      'a proration before the period',
      (of) => ({ ...upgrade(of), proration_date: String(of.item.current_period_start - 1) }),
      error(undefined, 'proration_date'),
    ),
    changed(
      'a proration after the period',
      (of) => ({ ...upgrade(of), proration_date: String(of.item.current_period_end + 1) }),
      error(undefined, 'proration_date'),
    ),
    changed('two parameters for an end', () => ({ cancel_at_period_end: 'true', cancel_at: '4102444800' }), error()),
    changed('an end in the past', () => ({ cancel_at: '1' }), error(undefined, 'cancel_at')),
    changed(
      'to end with a pending update',
      (of) => ({ ...upgrade(of), payment_behavior: 'pending_if_incomplete', cancel_at_period_end: 'true' }),
      error(undefined, 'cancel_at_period_end'),
    ),
    changed(
      'the anchor as a text, as in older versions',
      (of) => ({ ...upgrade(of), billing_cycle_anchor: 'now' }),
      error(undefined, 'billing_cycle_anchor'),
    ),
    {
      what: 'to change an ended subscription',
      send: async () => {
        const { subscription } = await subscribed();
        await send('DELETE', `subscriptions/${subscription}`);
        return post(`subscriptions/${subscription}`, { cancel_at_period_end: 'true' });
      },
      status: 400,
      body: error(),
    },
    {
      what: 'to end a subscription twice',
      send: async () => {
        const { subscription } = await subscribed();
        await send('DELETE', `subscriptions/${subscription}`);
        return send('DELETE', `subscriptions/${subscription}`);
      },
      status: 404,
      body: error('resource_missing'),
    },
    {
      what: 'an upgrade whose card is declined, when it must be paid',
      send: async () => {
        const one = await subscribed();
        const other = (await post('payment_methods/pm_card_chargeCustomerFail/attach', { customer: one.customer })).json
          .id;
        await post(`subscriptions/${one.subscription}`, { default_payment_method: other });
        return post(`subscriptions/${one.subscription}`, {
          ...upgrade(one),
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
        });
      },
      status: 402,
      body: { error: { type: 'card_error', code: 'card_declined', decline_code: expect.any(String) } },
    },
  ]),
  ...from('API reference, Invoices: create a preview', [
    rejected('a preview without parameters', 'invoices/create_preview', {}, error()),
    rejected(
      'a preview of an unknown subscription',
      'invoices/create_preview',
      { subscription: 'sub_none' },
      error('resource_missing', 'subscription'),
    ),
    {
      what: 'a preview outside of the period',
      send: async () => {
        const { subscription, item } = await subscribed();
        return post('invoices/create_preview', {
          subscription,
          'subscription_details[items][0][id]': item.id,
          'subscription_details[items][0][price]': prices.eliteMonthly,
          'subscription_details[proration_date]': String(item.current_period_end + 1),
        });
      },
      status: 400,
      body: error(),
    },
  ]),
  ...from('API reference, Invoices: pay and void; Refunds', [
    {
      what: 'to pay an invoice twice',
      send: async () => post(`invoices/${(await subscribed()).invoice}/pay`),
      status: 400,
      body: error('invoice_already_paid'),
    },
    {
      what: 'to void an invoice that is paid',
      send: async () => post(`invoices/${(await subscribed()).invoice}/void`),
      status: 400,
      body: error(),
    },
    rejected('a refund without a charge', 'refunds', {}, error()),
    rejected('a refund of an unknown charge', 'refunds', { charge: 'ch_none' }, error('resource_missing', 'charge')),
    {
      what: 'a refund of more than was paid',
      send: async () => {
        const { customer: id } = await subscribed();
        const [charge] = (await get('charges', { customer: id })).json.data;
        return post('refunds', { charge: charge.id, amount: String(charge.amount + 1) });
      },
      status: 400,
      body: error(undefined, 'amount'),
    },
    {
      what: 'to refund twice',
      send: async () => {
        const { customer: id } = await subscribed();
        const [charge] = (await get('charges', { customer: id })).json.data;
        await post('refunds', { charge: charge.id });
        return post('refunds', { charge: charge.id });
      },
      status: 400,
      body: error('charge_already_refunded'),
    },
  ]),
  ...from('API reference, Disputes; Error codes; Testing, Disputes', [
    {
      what: 'a refund of a disputed charge',
      send: async () => post('refunds', { charge: (await disputed()).charge }),
      status: 400,
      body: error('charge_disputed'),
    },
    {
      what: 'an unknown dispute',
      send: () => get('disputes/du_none'),
      status: 404,
      body: error('resource_missing', 'id'),
    },
    {
      what: 'more evidence for a closed dispute',
      send: async () => {
        const { id } = await disputed();
        await post(`disputes/${id}/close`);
        return post(`disputes/${id}`, { 'evidence[uncategorized_text]': 'winning_evidence' });
      },
      status: 400,
      body: error(),
    },
    {
      what: 'evidence of an unknown kind',
      send: async () => post(`disputes/${(await disputed()).id}`, { 'evidence[hearsay]': 'x' }),
      status: 400,
      body: error('parameter_unknown', 'evidence[hearsay]'),
    },
  ]),
  ...from('API reference, Subscription Schedules', [
    {
      what: 'other parameters beside from_subscription',
      send: async () =>
        post('subscription_schedules', {
          from_subscription: (await subscribed()).subscription,
          end_behavior: 'cancel',
        }),
      status: 400,
      body: error(),
    },
    {
      what: 'a second schedule',
      send: async () => post('subscription_schedules', { from_subscription: (await scheduled()).subscription }),
      status: 400,
      body: error(undefined, 'from_subscription'),
    },
    {
      what: 'items changed beside the schedule',
      send: async () => {
        const one = await scheduled();
        return post(`subscriptions/${one.subscription}`, upgrade(one));
      },
      status: 400,
      body: error(),
    },
    {
      what: 'an end set beside the schedule',
      send: async () => post(`subscriptions/${(await scheduled()).subscription}`, { cancel_at_period_end: 'true' }),
      status: 400,
      body: error(),
    },
    {
      what: 'another start of the current phase',
      send: async () => {
        const { schedule, start, end } = await scheduled();
        return post(`subscription_schedules/${schedule}`, {
          'phases[0][items][0][price]': prices.starterMonthly,
          'phases[0][start_date]': String(Number(start) + 1),
          'phases[0][end_date]': end,
        });
      },
      status: 400,
      body: error(),
    },
    {
      what: 'a phase without items',
      send: async () => {
        const { schedule, start, end } = await scheduled();
        return post(`subscription_schedules/${schedule}`, {
          'phases[0][start_date]': start,
          'phases[0][end_date]': end,
        });
      },
      status: 400,
      body: error(undefined, 'phases[0][items]'),
    },
    {
      what: 'iterations, a removed parameter',
      send: async () => {
        const { schedule, start } = await scheduled();
        return post(`subscription_schedules/${schedule}`, {
          'phases[0][items][0][price]': prices.starterMonthly,
          'phases[0][start_date]': start,
          'phases[0][iterations]': '1',
        });
      },
      status: 400,
      body: error('parameter_unknown', 'phases[0][iterations]'),
    },
    {
      what: 'to change a schedule that was released',
      send: async () => {
        const { schedule } = await scheduled();
        await post(`subscription_schedules/${schedule}/release`);
        return post(`subscription_schedules/${schedule}/release`);
      },
      status: 400,
      body: error(),
    },
  ]),
  ...from('API reference, Test Clocks', [
    {
      what: 'a clock set back',
      send: async () => post(`test_helpers/test_clocks/${await clock()}/advance`, { frozen_time: '1' }),
      status: 400,
      body: error(undefined, 'frozen_time'),
    },
    {
      what: 'a clock more than two intervals ahead',
      send: async () =>
        post(`test_helpers/test_clocks/${(await subscribed()).clock}/advance`, {
          frozen_time: String(Number(january) + 100 * 86_400),
        }),
      status: 400,
      body: error(undefined, 'frozen_time'),
    },
    {
      what: 'a fourth customer on a clock',
      send: async () => {
        const test_clock = await clock();
        for (let at = 0; at < 3; at++) await customer({ test_clock });
        return post('customers', { test_clock });
      },
      status: 400,
      body: error(undefined, 'test_clock'),
    },
    rejected('an unknown clock', 'customers', { test_clock: 'clock_none' }, error('resource_missing', 'test_clock')),
  ]),
  ...from('API reference, Payment Methods, Customer Portal, Webhook Endpoints', [
    {
      what: 'a default card that is not the customer’s',
      send: async () => {
        const method = (await post('payment_methods/pm_card_visa/attach', { customer: await customer() })).json.id;
        return post(`customers/${await customer()}`, { 'invoice_settings[default_payment_method]': method });
      },
      status: 400,
      body: error('resource_missing', 'invoice_settings[default_payment_method]'),
    },
    rejected('a portal without a customer', 'billing_portal/sessions', {}, error('parameter_missing', 'customer')),
    {
      what: 'a portal flow of an unknown type',
      send: async () => post('billing_portal/sessions', { customer: await customer(), 'flow_data[type]': 'new_card' }),
      status: 400,
      body: error(undefined, 'flow_data[type]'),
    },
    {
      what: 'a portal flow without a return address',
      send: async () =>
        post('billing_portal/sessions', {
          customer: await customer(),
          'flow_data[type]': 'payment_method_update',
          'flow_data[after_completion][type]': 'redirect',
        }),
      status: 400,
      body: error('parameter_missing', 'flow_data[after_completion][redirect]'),
    },
    {
      what: 'a portal flow for a subscription of another customer',
      send: async () =>
        post('billing_portal/sessions', {
          customer: await customer(),
          'flow_data[type]': 'subscription_cancel',
          'flow_data[subscription_cancel][subscription]': (await subscribed()).subscription,
        }),
      status: 400,
      body: error(undefined, 'flow_data[subscription_cancel]'),
    },
    rejected(
      'an endpoint without an address',
      'webhook_endpoints',
      { 'enabled_events[0]': '*' },
      error('parameter_missing', 'url'),
    ),
    rejected(
      'an endpoint with an invalid address',
      'webhook_endpoints',
      { 'enabled_events[0]': '*', url: 'hook' },
      error('url_invalid', 'url'),
    ),
  ]),
]);
