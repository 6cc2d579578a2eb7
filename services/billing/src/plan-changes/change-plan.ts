import { AppError } from '@reelwright/errors';
import type { Tier } from '@reelwright/product';
import { type CheckoutDeps, startCheckout } from '../checkout/start-checkout.ts';
import type { BillingDeps } from '../deps.ts';
import type { PlanChoice } from '../plans/plan-catalogue.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { findCurrent } from '../subscriptions/current-subscription.ts';
import { getSubscription } from '../subscriptions/subscription.repository.ts';
import { sameEntitlement } from '../subscriptions/subscription.ts';
import { syncAcceptedChange, syncSubscription } from '../subscriptions/sync-subscription.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { currentPlanOf } from './current-plan.ts';
import { cancelPendingChange } from './pending-change.ts';
import { decideChange, paymentOverdue } from './plan-change.ts';
import { renewSubscription } from './renew-subscription.ts';
import { type PlanChangeResult, upgrade } from './upgrade.ts';

/**
 * Upgrades at once, downgrades or cancels with the paid period, or opens a checkout for a user without a paid plan.
 * @param request.prorationDate from a preview, so that the charge equals the preview
 * @throws AppError ALREADY_ON_PLAN, PAYMENT_OVERDUE, CARD_DECLINED, PREVIEW_EXPIRED (400)
 */
export async function changePlan(
  deps: CheckoutDeps,
  userId: string,
  request: { tier: Tier; isAnnual: boolean; prorationDate?: number },
): Promise<PlanChangeResult> {
  const current = await findCurrent(deps, userId);
  const lastKnown = await getSubscription(deps.db, userId);
  const change = decideChange(current && currentPlanOf(current, lastKnown, deps.prices, deps.clock.now()), request);
  if (change.kind === 'checkout') return { checkoutUrl: await startCheckout(deps, userId, request as PlanChoice) };
  if (change.kind === 'none' || !current) return confirmCurrent(deps, userId);
  switch (change.kind) {
    case 'reject':
      throw paymentOverdue();
    case 'pay':
      return payOpenInvoice(current);
    case 'cancel':
      return { subscription: await cancelSubscription(deps, userId) };
    case 'resume':
      return { subscription: await renewSubscription(deps, userId) };
    case 'downgrade':
      return downgrade(deps, userId, current, request as PlanChoice);
    case 'upgrade':
      return upgrade(deps, userId, current, {
        priceId: deps.prices.priceOf(request as PlanChoice),
        newPeriod: change.newPeriod,
        prorationDate: request.prorationDate ?? null,
      });
  }
}

/** Stripe already has the requested plan. The row here is older if the response to an earlier attempt was lost. */
async function confirmCurrent(deps: BillingDeps, userId: string): Promise<PlanChangeResult> {
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
  const current = await cancelPendingChange(deps, userId, before);
  // A cancelled plan cannot have a next plan, so its cancellation is undone first.
  if (current.endsAt) await payments.undoCancellation(current);
  await payments.changeAtPeriodEnd(current, { priceId: prices.priceOf(choice), isAnnual: choice.isAnnual });
  return { subscription: await syncAcceptedChange(deps, userId) };
}
