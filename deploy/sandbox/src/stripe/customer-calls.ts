import { type Account, get, newId } from './account.ts';
import type { Api } from './calls.ts';
import { invalid } from './failure.ts';
import { changedMetadata, parameters } from './parameters.ts';
import { createdField, isCreatedWithin, pageFields, pageOf } from './presentation.ts';
import { searched, searchPage } from './search.ts';
import { endSubscription } from './subscriptions.ts';

const fields = {
  email: { text: 'clearable', most: 512 },
  name: { text: 'clearable', most: 256 },
  description: 'ignored',
  phone: 'ignored',
  address: 'ignored',
  preferred_locales: 'ignored',
  metadata: 'metadata',
  invoice_settings: { fields: { default_payment_method: 'clearable' } },
} as const;

export function addCustomerCalls(api: Api, account: Account): void {
  api.get('/v1/customers', ({ input, path }) => {
    const { email, test_clock, created, ...page } = parameters(input, {
      ...pageFields,
      email: 'text',
      test_clock: 'text',
      created: createdField,
    });
    const all = account.customers.filter(
      (customer) =>
        isCreatedWithin(customer.created, created) &&
        (email === undefined || customer.email === email) &&
        (test_clock === undefined ? customer.test_clock === null : customer.test_clock === test_clock),
    );
    return pageOf(all, path, page);
  });

  api.get('/v1/customers/search', ({ input, path }) => {
    const { query, limit, page } = parameters(input, { query: 'text', limit: 'integer', page: 'text' }, 'query');
    return searchPage(searched(account.customers.all(), query), path, limit, page);
  });

  api.post('/v1/customers', ({ input }) => {
    const params = parameters(input, { ...fields, payment_method: 'text', test_clock: 'text' });
    if (params.test_clock !== undefined) {
      get(account.clocks, 'test clock', params.test_clock, 'test_clock');
      if (account.customers.filter((customer) => customer.test_clock === params.test_clock).length >= 3) {
        throw invalid('You can only have up to 3 customers per test clock.', 'test_clock');
      }
    }
    const customer = account.customers.put({
      id: newId('cus', 14),
      object: 'customer',
      address: null,
      balance: 0,
      created: 0,
      currency: null,
      default_source: null,
      delinquent: false,
      description: null,
      discount: null,
      email: checkedEmail(params.email),
      invoice_prefix: newId('', 8).slice(1).toUpperCase(),
      invoice_settings: {
        custom_fields: null,
        default_payment_method: params.invoice_settings?.default_payment_method || null,
        footer: null,
        rendering_options: null,
      },
      livemode: false,
      metadata: changedMetadata({}, params.metadata),
      name: params.name || null,
      next_invoice_sequence: 1,
      phone: null,
      preferred_locales: [],
      shipping: null,
      tax_exempt: 'none',
      test_clock: params.test_clock ?? null,
    });
    const made = account.customers.update(customer.id, { created: account.timeOf(customer.id) });
    account.emit('customer.created', made);
    return made;
  });

  api.get('/v1/customers/:id', ({ id }) =>
    account.deletedCustomers.get(id) ? gone(id) : get(account.customers, 'customer', id),
  );

  api.post('/v1/customers/:id', ({ id, input }) => {
    const present = get(account.customers, 'customer', id);
    const { email, name, metadata, invoice_settings } = parameters(input, { ...fields, balance: 'ignored' });
    const method = invoice_settings?.default_payment_method;
    if (method) {
      const { customer } = get(
        account.paymentMethods,
        'PaymentMethod',
        method,
        'invoice_settings[default_payment_method]',
      );
      if (customer !== id) {
        throw invalid(
          `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
          'invoice_settings[default_payment_method]',
          'resource_missing',
        );
      }
    }
    const customer = account.customers.update(id, {
      ...(email === undefined ? {} : { email: checkedEmail(email) }),
      ...(name === undefined ? {} : { name: name || null }),
      metadata: changedMetadata(present.metadata, metadata),
      ...(method === undefined
        ? {}
        : { invoice_settings: { ...present.invoice_settings, default_payment_method: method || null } }),
    });
    account.emit('customer.updated', customer);
    return customer;
  });

  /** Deletes a customer and ends its subscriptions at once. */
  api.delete('/v1/customers/:id', ({ id }) => {
    const customer = get(account.customers, 'customer', id);
    for (const subscription of account.subscriptions.filter(
      (owned) => owned.customer === id && owned.ended_at === null,
    )) {
      endSubscription(account, subscription.id, account.timeOf(id), 'cancellation_requested');
    }
    for (const session of account.sessions.filter((owned) => owned.customer === id && owned.status === 'open')) {
      account.sessions.update(session.id, { status: 'expired', url: null });
    }
    account.emit('customer.deleted', customer);
    account.customers.delete(id);
    account.deletedCustomers.put({ id });
    return gone(id);
  });
}

const gone = (id: string) => ({ id, object: 'customer', deleted: true });

function checkedEmail(email: string | undefined): string | null {
  if (email === undefined || email === '') return null;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid');
  return email;
}
