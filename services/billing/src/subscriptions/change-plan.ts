import { AppError } from '@reelwright/errors';
import { closeIntention, openIntention } from '../checkout/intention.repository.ts';
import { type CheckoutDeps, startCheckout } from '../checkout/start-checkout.ts';
import type { PlanChoice, Tier } from '../plans/plan-catalogue.ts';
import type { RemoteSubscription } from '../stripe/payments.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { decideChange } from './plan-change.ts';
import { findPresent, presentPlanOf } from './present-subscription.ts';
import { requireFresh } from './preview-change.ts';
import { renewSubscription } from './renew-subscription.ts';
import { getSubscription } from './subscription.repository.ts';
import { type Subscription, sameEntitlement } from './subscription.ts';
import { type SyncDeps, syncSubscription } from './sync-subscription.ts';

export interface PlanChanged {
  /** Where the person must go for it to happen: a checkout, or a payment that did not go through. */
  readonly checkoutUrl?: string;
  readonly subscription?: Subscription;
}

/**
 * Changes what a user pays for: up at once, charging the difference; down when the paid period ends; to free by
 * cancelling. Without a paid plan it opens a checkout.
 * @param wanted.prorationDate from a preview: what is charged is what was shown
 * @throws AppError ALREADY_ON_PLAN, PAYMENT_OVERDUE, CARD_DECLINED, PREVIEW_EXPIRED (400)
 */
export async function changePlan(
  deps: CheckoutDeps & SyncDeps,
  userId: string,
  wanted: { tier: Tier; isAnnual: boolean; prorationDate?: number },
): Promise<PlanChanged> {
  const present = await findPresent(deps, userId);
  const change = decideChange(present && presentPlanOf(present, deps.prices), wanted);
  if (change.kind === 'checkout') return { checkoutUrl: await startCheckout(deps, userId, wanted as PlanChoice) };
  if (change.kind === 'none' || !present) return confirmPresent(deps, userId);
  switch (change.kind) {
    case 'refuse':
      throw new AppError('FAILED_PRECONDITION', 'PAYMENT_OVERDUE', 'A payment is overdue. Please settle it first.');
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
        ...(wanted as PlanChoice),
        newPeriod: change.newPeriod,
        prorationDate: wanted.prorationDate ?? null,
      });
  }
}

/** Stripe has the wanted plan already. That is news when the answer to an earlier try got lost. */
async function confirmPresent(deps: SyncDeps, userId: string): Promise<PlanChanged> {
  const before = await getSubscription(deps.db, userId);
  const subscription = await syncSubscription(deps, userId);
  if (!sameEntitlement(before, subscription)) return { subscription };
  throw new AppError('FAILED_PRECONDITION', 'ALREADY_ON_PLAN', 'You’re already on this plan!');
}

function payOpenInvoice({ latestInvoice }: RemoteSubscription): PlanChanged {
  if (latestInvoice?.paymentUrl) return { checkoutUrl: latestInvoice.paymentUrl };
  throw new AppError('FAILED_PRECONDITION', 'PAYMENT_OVERDUE', 'A payment is overdue. Please settle it first.');
}

async function downgrade(
  deps: SyncDeps,
  userId: string,
  present: RemoteSubscription,
  choice: PlanChoice,
): Promise<PlanChanged> {
  const { payments, prices } = deps;
  // A plan that ends is followed by nothing, so the end is taken back first.
  if (present.endsAt) await payments.undoCancellation(present);
  await payments.changeAtPeriodEnd(present, { priceId: prices.priceOf(choice), isAnnual: choice.isAnnual });
  return { subscription: await syncSubscription(deps, userId) };
}

async function upgrade(
  deps: SyncDeps,
  userId: string,
  present: RemoteSubscription,
  { newPeriod, prorationDate, ...choice }: PlanChoice & { newPeriod: boolean; prorationDate: number | null },
): Promise<PlanChanged> {
  const { db, payments, prices, clock } = deps;
  if (prorationDate !== null) requireFresh(prorationDate, present, clock.now());
  const priceId = prices.priceOf(choice);
  // The price shown is part of the wish: a key goes with the same parameters only.
  const target = [present.id, present.priceId, priceId, prorationDate ?? ''].join(' ').trim();
  const intention = await openIntention(db, { userId, kind: 'change', target, now: clock.real() });
  if (present.scheduleId) await payments.releaseSchedule(present.scheduleId);
  try {
    await payments.upgrade(present, { priceId, newPeriod, prorationDate }, `change-${intention.id}`);
  } catch (error) {
    // Stripe remembers a refused card under the key as well; another card deserves another key.
    if (error instanceof AppError && error.code === 'CARD_DECLINED')
      await closeIntention(db, intention.id, clock.real());
    throw error;
  }
  const after = await findPresent(deps, userId);
  if (after?.hasPendingChange) {
    await syncSubscription(deps, userId);
    const url = after.latestInvoice?.paymentUrl;
    if (url) return { checkoutUrl: url };
    throw new AppError('FAILED_PRECONDITION', 'CARD_DECLINED', 'Your card was declined. Your plan has not changed.');
  }
  // Only now: an upgrade that was not paid leaves a cancellation as it was.
  if (after?.endsAt) await payments.undoCancellation(after);
  const subscription = await syncSubscription(deps, userId);
  await closeIntention(db, intention.id, clock.real());
  return { subscription };
}
