import type Stripe from 'stripe';
import type { Payments } from './payments.ts';
import { orUndefined, translateEach, translateErrors, withIdempotencyKey } from './stripe-errors.ts';

const PAGE = 100;

/** Customers, and the page where they change their card. */
export function customerCalls(stripe: Stripe) {
  return {
    createCustomer: (userId, key) =>
      translateErrors(
        async () =>
          (await withIdempotencyKey(key, (options) => stripe.customers.create({ metadata: { userId } }, options))).id,
      ),

    describeCustomer: (customerId, { email, name }) =>
      translateErrors(async () => {
        await stripe.customers.update(customerId, { email, name });
      }),

    eraseCustomer: (customerId) =>
      translateErrors(async () => {
        await orUndefined(stripe.customers.del(customerId));
      }),

    ownerOf: (customerId) =>
      translateErrors(async () => {
        const customer = await orUndefined(stripe.customers.retrieve(customerId));
        return customer && !customer.deleted ? customer.metadata.userId : undefined;
      }),

    creditOf: (customerId) =>
      translateErrors(async () => {
        const customer = await orUndefined(stripe.customers.retrieve(customerId));
        return customer && !customer.deleted ? Math.max(0, -customer.balance) : 0;
      }),

    openPortal: (customerId, returnUrl) =>
      translateErrors(async () => {
        const { url } = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          flow_data: {
            type: 'payment_method_update',
            after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
          },
        });
        return url;
      }),

    eachCustomer: () =>
      translateEach(stripe.customers.list({ limit: PAGE }), ({ id, metadata }) => ({ id, userId: metadata.userId })),
  } satisfies Partial<Payments>;
}
