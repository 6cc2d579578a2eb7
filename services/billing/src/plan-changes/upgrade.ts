import { AppError } from '@reelwright/errors';
import type { OperationRow } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import { closeOperation, markPaymentPending, openOperation } from '../operations/operation.repository.ts';
import type { RemoteSubscription, UpgradeTerms } from '../stripe/payments.ts';
import { subscriptionBusy } from '../stripe/subscription-busy.ts';
import { findCurrent } from '../subscriptions/current-subscription.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { syncAcceptedChange, syncSubscription } from '../subscriptions/sync-subscription.ts';
import { requireFresh } from './preview-change.ts';

export interface PlanChangeResult {
  /** Where the user must go to complete the change: a checkout, or the page of a failed payment. */
  readonly checkoutUrl?: string;
  readonly subscription?: Subscription;
}

/** An operation whose key replays an outdated response is replaced by a new one, once. */
const MAX_TRIES = 2;

/**
 * Changes to a higher price now and charges the difference. Until that is paid, the plan, a cancellation and the next
 * plan stay as they were, and the result has the URL to pay at, for 23 hours or until the period ends.
 * @throws AppError CARD_DECLINED, PREVIEW_EXPIRED (400)
 */
export async function upgrade(
  deps: BillingDeps,
  userId: string,
  current: RemoteSubscription,
  terms: UpgradeTerms,
): Promise<PlanChangeResult> {
  const { db, clock } = deps;
  if (terms.prorationDate !== null) requireFresh(terms.prorationDate, current, clock.now());
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const operation = await openOperation(db, {
      userId,
      kind: 'change',
      // The proration date is part of the target, because a key allows only the same parameters.
      target: [current.id, current.priceId, terms.priceId, terms.prorationDate ?? ''].join(' ').trim(),
      now: clock.real(),
      change: {
        subscriptionId: current.id,
        requestedPriceId: terms.priceId,
        nextPriceId: current.nextPriceId,
      },
    });
    const result = await tryUpgrade(deps, userId, { operation, current, terms });
    if (result) return result;
    await closeOperation(db, operation.id, clock.real());
  }
  throw subscriptionBusy();
}

/** Undefined when Stripe has neither the new price nor a pending change, because it replayed an old response. */
async function tryUpgrade(
  deps: BillingDeps,
  userId: string,
  { operation, current, terms }: { operation: OperationRow; current: RemoteSubscription; terms: UpgradeTerms },
): Promise<PlanChangeResult | undefined> {
  const { db, payments, clock } = deps;
  if (current.scheduleId) await payments.releaseSchedule(current.scheduleId);
  try {
    await payments.upgrade(current, terms, `change-${operation.id}`);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CARD_DECLINED') throw error;
    await restoreNextPlan(deps, userId, operation);
    // Stripe replays a declined card under the key too, so another card needs another key.
    await closeOperation(db, operation.id, clock.real());
    throw error;
  }
  const after = await findCurrent(deps, userId);
  if (after?.priceId === terms.priceId) {
    // Only after the payment: an unpaid upgrade leaves a cancellation as it was.
    if (after.endsAt) await payments.undoCancellation(after);
    const subscription = await syncAcceptedChange(deps, userId);
    await closeOperation(db, operation.id, clock.real());
    return { subscription };
  }
  await restoreNextPlan(deps, userId, operation);
  if (!after?.hasPendingChange) return undefined;
  await markPaymentPending(db, operation.id, clock.real());
  await syncSubscription(deps, userId);
  const url = after.latestInvoice?.paymentUrl;
  if (url) return { checkoutUrl: url };
  throw new AppError('FAILED_PRECONDITION', 'CARD_DECLINED', 'Your card was declined. Your plan has not changed.');
}

/** The upgrade released the schedule. Until the upgrade is paid, the next plan is scheduled again. */
async function restoreNextPlan(
  deps: BillingDeps,
  userId: string,
  { next_price_id: priceId }: OperationRow,
): Promise<void> {
  if (!priceId) return;
  const { payments, prices } = deps;
  const current = await findCurrent(deps, userId);
  if (!current || priceId === current.priceId || priceId === current.nextPriceId) return;
  await payments.changeAtPeriodEnd(current, { priceId, isAnnual: prices.choiceOf(priceId)?.isAnnual ?? false });
}
