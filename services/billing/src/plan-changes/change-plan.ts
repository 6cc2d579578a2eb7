import { AppError } from '@reelwright/errors';
import type { Tier } from '@reelwright/product';
import { type CheckoutDeps, startCheckout } from '../checkout/start-checkout.ts';
import type { BillingDeps } from '../deps.ts';
import type { PlanChoice } from '../plans/plan-catalogue.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { findPresent } from '../subscriptions/present-subscription.ts';
import { getSubscription } from '../subscriptions/subscription.repository.ts';
import { sameEntitlement } from '../subscriptions/subscription.ts';
import { syncAcceptedChange, syncSubscription } from '../subscriptions/sync-subscription.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { cancelPendingChange } from './pending-change.ts';
import { decideChange, paymentOverdue } from './plan-change.ts';
import { presentPlanOf } from './present-plan.ts';
import { renewSubscription } from './renew-subscription.ts';
import { type PlanChangeResult, upgrade } from './upgrade.ts';

/**
 * Changes what a user pays for: up at once, charging the difference; down when the paid period ends; to free by
 * cancelling. Without a paid plan it opens a checkout.
 * @param wanted.prorationDate from a preview: what is charged is what was shown
 * @throws AppError ALREADY_ON_PLAN, PAYMENT_OVERDUE, CARD_DECLINED, PREVIEW_EXPIRED (400)
 */
export async function changePlan(
  deps: CheckoutDeps,
  userId: string,
  wanted: { tier: Tier; isAnnual: boolean; prorationDate?: number },
): Promise<PlanChangeResult> {
  const present = await findPresent(deps, userId);
  const lastKnown = await getSubscription(deps.db, userId);
  const change = decideChange(present && presentPlanOf(present, lastKnown, deps.prices, deps.clock.now()), wanted);
  if (change.kind === 'checkout') return { checkoutUrl: await startCheckout(deps, userId, wanted as PlanChoice) };
  if (change.kind === 'none' || !present) return confirmPresent(deps, userId);
  switch (change.kind) {
    case 'refuse':
      throw paymentOverdue();
    case 'pay':
      return payOpenInvoice(present);
    case 'cancel':
      return { subscription: await cancelSubscription(deps, userId) };
    case 'resume':
      return { subscription: await renewSubscription(deps, userId) };
    case 'downgrade':
      return downgrade(deps, userId, present, wanted as PlanChoice);
    case 'upgrade':
      return upgrade(deps, userId, present, {
        priceId: deps.prices.priceOf(wanted as PlanChoice),
        newPeriod: change.newPeriod,
        prorationDate: wanted.prorationDate ?? null,
      });
  }
}

/** Stripe has the wanted plan already. It is new to us when the answer to an earlier attempt was lost. */
async function confirmPresent(deps: BillingDeps, userId: string): Promise<PlanChangeResult> {
  const before = await getSubscription(deps.db, userId);
  const subscription = await syncSubscription(deps, userId);
  if (!sameEntitlement(before, subscription)) return { subscription };
  throw new AppError('FAILED_PRECONDITION', 'ALREADY_ON_PLAN', "You're already on this plan!");
}

function payOpenInvoice({ latestInvoice }: RemoteSubscription): PlanChangeResult {
  if (latestInvoice?.paymentUrl) return { checkoutUrl: latestInvoice.paymentUrl };
  throw paymentOverdue();
}

async function downgrade(
  deps: BillingDeps,
  userId: string,
  before: RemoteSubscription,
  choice: PlanChoice,
): Promise<PlanChangeResult> {
  const { payments, prices } = deps;
  const present = await cancelPendingChange(deps, userId, before);
  // A plan that ends is followed by nothing, so the end is taken back first.
  if (present.endsAt) await payments.undoCancellation(present);
  await payments.changeAtPeriodEnd(present, { priceId: prices.priceOf(choice), isAnnual: choice.isAnnual });
  return { subscription: await syncAcceptedChange(deps, userId) };
}
