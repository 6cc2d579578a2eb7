import { AppError } from '@reelwright/errors';
import { type CustomerDeps, ensureCustomer, replaceCustomer } from '../accounts/customer.ts';
import { endUnpaid } from '../corrections/end-unpaid.ts';
import type { BillingDeps } from '../deps.ts';
import { closeOperation, openOperation, setCheckoutSession } from '../operations/operation.repository.ts';
import type { PlanChoice } from '../plans/plan-catalogue.ts';
import type { RemoteCheckout } from '../stripe/payments.ts';
import { readOwnSubscriptions } from '../subscriptions/own-subscriptions.ts';
import { hasLapsed } from '../subscriptions/subscription.ts';

export interface CheckoutDeps extends CustomerDeps, BillingDeps {
  /** The public origin; the checkout returns to it. */
  readonly publicUrl: string;
}

const MAX_TRIES = 4;

export const checkoutBusy = (cause?: unknown): AppError =>
  new AppError('ABORTED', 'CHECKOUT_BUSY', 'Your checkout could not be opened. Please try again.', { cause });

/**
 * Opens Stripe's hosted checkout for a paid plan, the only open one of the user, so that nobody pays twice.
 * Call it under the account's lease: two calls at once would expire each other's checkout. @returns its URL
 * @throws AppError SUBSCRIPTION_EXISTS (409), PAYMENTS_UNAVAILABLE (503)
 */
export async function startCheckout(deps: CheckoutDeps, userId: string, choice: PlanChoice): Promise<string> {
  const { payments } = deps;
  let customerId = await ensureCustomer(deps, userId);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { all: current, unknown } = await readOwnSubscriptions(deps, userId, customerId);
    const haveAllLapsed = unknown.length === 0 && current.every((one) => hasLapsed(one, deps.clock.now()));
    if (current.length > 0 && haveAllLapsed) {
      // The plan has lapsed unpaid: its open invoice is voided before the new plan is bought.
      for (const subscription of current) await endUnpaid(deps, userId, subscription);
      continue;
    }
    if (current.length > 0) {
      throw new AppError(
        'ALREADY_EXISTS',
        'SUBSCRIPTION_EXISTS',
        'You already have a plan. You can change it instead.',
      );
    }
    let session: RemoteCheckout | undefined;
    try {
      session = await openSession(deps, userId, customerId, choice);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CUSTOMER_GONE') throw error;
      customerId = await replaceCustomer(deps, userId, customerId);
    }
    if (session?.url) {
      await payments.expireOtherCheckouts(customerId, session.id);
      return session.url;
    }
  }
  throw checkoutBusy();
}

/**
 * The checkout session of the user's open operation. When it was paid or has expired, closes the operation and returns
 * undefined.
 */
async function openSession(
  deps: CheckoutDeps,
  userId: string,
  customerId: string,
  choice: PlanChoice,
): Promise<RemoteCheckout | undefined> {
  const { db, payments, prices, clock, publicUrl } = deps;
  const target = `${choice.tier} ${choice.isAnnual ? 'annual' : 'monthly'}`;
  const operation = await openOperation(db, { userId, kind: 'checkout', target, now: clock.real() });
  let sessionId = operation.checkout_session_id;
  if (sessionId === null) {
    const newSession = await payments.startCheckout(
      {
        customerId,
        userId,
        priceId: prices.priceOf(choice),
        successUrl: `${publicUrl}/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${publicUrl}/pricing?cancelled=true`,
      },
      `checkout-${operation.id}`,
    );
    sessionId = newSession.id;
    await setCheckoutSession(db, operation.id, sessionId);
  }
  // Read again, because a response replayed under its idempotency key has the state of the first call.
  const session = await payments.findCheckout(sessionId);
  if (session?.state === 'open') return session;
  await closeOperation(db, operation.id, clock.real());
  return undefined;
}
