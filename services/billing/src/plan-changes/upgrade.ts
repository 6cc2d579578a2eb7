import { AppError } from '@reelwright/errors';
import type { IntentionRow } from '../database.ts';
import type { BillingDeps } from '../deps.ts';
import { closeIntention, markWaiting, openIntention } from '../intentions/intention.repository.ts';
import type { RemoteSubscription, UpgradeTerms } from '../stripe/payments.ts';
import { subscriptionBusy } from '../stripe/subscription-busy.ts';
import { findPresent } from '../subscriptions/present-subscription.ts';
import type { Subscription } from '../subscriptions/subscription.ts';
import { syncAcceptedChange, syncSubscription } from '../subscriptions/sync-subscription.ts';
import { requireFresh } from './preview-change.ts';

export interface PlanChangeResult {
  /** Where the person must go for it to happen: a checkout, or a payment that did not go through. */
  readonly checkoutUrl?: string;
  readonly subscription?: Subscription;
}

/** An intention whose key gives an outdated answer is replaced by a new one, once. */
const MAX_TRIES = 2;

/**
 * Changes to a higher price now and charges the difference. While that is not paid, the plan, a cancellation and a planned
 * downgrade stay as they were, and the answer has the URL to pay at: for 23 hours or until the period ends.
 * @throws AppError CARD_DECLINED, PREVIEW_EXPIRED (400)
 */
export async function upgrade(
  deps: BillingDeps,
  userId: string,
  present: RemoteSubscription,
  terms: UpgradeTerms,
): Promise<PlanChangeResult> {
  const { db, clock } = deps;
  if (terms.prorationDate !== null) requireFresh(terms.prorationDate, present, clock.now());
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const intention = await openIntention(db, {
      userId,
      kind: 'change',
      // The price shown is part of the target: a key allows the same parameters only.
      target: [present.id, present.priceId, terms.priceId, terms.prorationDate ?? ''].join(' ').trim(),
      now: clock.real(),
      change: {
        subscriptionId: present.id,
        wantedPriceId: terms.priceId,
        plannedPriceId: present.nextPriceId,
      },
    });
    const done = await tryUpgrade(deps, userId, { intention, present, terms });
    if (done) return done;
    await closeIntention(db, intention.id, clock.real());
  }
  throw subscriptionBusy();
}

/** Undefined when Stripe shows neither the new price nor a pending change: the answer under this key is an old one. */
async function tryUpgrade(
  deps: BillingDeps,
  userId: string,
  { intention, present, terms }: { intention: IntentionRow; present: RemoteSubscription; terms: UpgradeTerms },
): Promise<PlanChangeResult | undefined> {
  const { db, payments, clock } = deps;
  if (present.scheduleId) await payments.releaseSchedule(present.scheduleId);
  try {
    await payments.upgrade(present, terms, `change-${intention.id}`);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CARD_DECLINED') throw error;
    await restorePlannedChange(deps, userId, intention);
    // Stripe keeps a refused card under the key as well; another card needs another key.
    await closeIntention(db, intention.id, clock.real());
    throw error;
  }
  const after = await findPresent(deps, userId);
  if (after?.priceId === terms.priceId) {
    // Only now: an unpaid upgrade leaves a cancellation as it was.
    if (after.endsAt) await payments.undoCancellation(after);
    const subscription = await syncAcceptedChange(deps, userId);
    await closeIntention(db, intention.id, clock.real());
    return { subscription };
  }
  await restorePlannedChange(deps, userId, intention);
  if (!after?.hasPendingChange) return undefined;
  await markWaiting(db, intention.id, clock.real());
  await syncSubscription(deps, userId);
  const url = after.latestInvoice?.paymentUrl;
  if (url) return { checkoutUrl: url };
  throw new AppError('FAILED_PRECONDITION', 'CARD_DECLINED', 'Your card was declined. Your plan has not changed.');
}

/** The upgrade released the schedule. Until it is paid, the planned change must still come. */
async function restorePlannedChange(
  deps: BillingDeps,
  userId: string,
  { planned_price_id: priceId }: IntentionRow,
): Promise<void> {
  if (!priceId) return;
  const { payments, prices } = deps;
  const present = await findPresent(deps, userId);
  if (!present || priceId === present.priceId || priceId === present.nextPriceId) return;
  await payments.changeAtPeriodEnd(present, { priceId, isAnnual: prices.choiceOf(priceId)?.isAnnual ?? false });
}
