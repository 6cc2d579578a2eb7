import Stripe from 'stripe';
import type { Payments } from './payments.ts';
import { orUndefined, translateErrors, withIdempotencyKey } from './stripe-errors.ts';
import { toCheckout } from './stripe-readers.ts';

/** Stripe's hosted checkout. */
export function checkoutCalls(stripe: Stripe) {
  const { checkout } = stripe;
  return {
    startCheckout: ({ customerId, userId, priceId, successUrl, cancelUrl }, key) =>
      translateErrors(async () =>
        toCheckout(
          await withIdempotencyKey(key, (options) =>
            checkout.sessions.create(
              {
                mode: 'subscription',
                customer: customerId,
                client_reference_id: userId,
                line_items: [{ price: priceId, quantity: 1 }],
                success_url: successUrl,
                cancel_url: cancelUrl,
                metadata: { userId },
                // Stripe does not copy a session's metadata to its subscription.
                subscription_data: { metadata: { userId } },
              },
              options,
            ),
          ),
        ),
      ),

    findCheckout: (id) =>
      translateErrors(async () => {
        const session = await orUndefined(checkout.sessions.retrieve(id));
        return session && toCheckout(session);
      }),

    expireOtherCheckouts: (customerId, except) =>
      translateErrors(async () => {
        const { data } = await checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 });
        for (const { id } of data.filter((session) => session.id !== except)) {
          // A session that was paid or expired meanwhile can't be expired; the next read of the customer shows which.
          await checkout.sessions.expire(id).catch((error: unknown) => {
            if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          });
        }
      }),
  } satisfies Partial<Payments>;
}
