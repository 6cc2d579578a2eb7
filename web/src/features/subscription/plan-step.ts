import type { Tier } from '@reelwright/product';
import { type Plan, rankOf } from '../../content/plans.ts';
import type { CurrentUser } from '../../session/current-user.ts';

/** The effect of choosing a plan and an interval, for a user. */
export type PlanStep =
  /** Signs in first. */
  | 'guest'
  /** Has no effect. */
  | 'current'
  /** Undoes a cancellation. */
  | 'renew'
  /** Undoes the change to the next plan. */
  | 'keep'
  /** Buys a first plan. */
  | 'checkout'
  /** Changes to free. */
  | 'cancel'
  /** Free is already the next plan. */
  | 'leaving'
  /** It is already the next plan. */
  | 'next'
  /** Changes to another tier. */
  | 'up'
  | 'down'
  /** Changes the interval of the same tier. */
  | 'annual'
  | 'monthly';

export type PlanHolder = Pick<
  CurrentUser,
  | 'subscriptionTier'
  | 'isAnnual'
  | 'stripeSubscriptionId'
  | 'subscriptionCancelledAt'
  | 'subscriptionExpiresAt'
  | 'subscriptionStatus'
  | 'nextTier'
  | 'nextIsAnnual'
  | 'currentPeriodEnd'
  | 'paymentDueBy'
  | 'paymentDueCents'
  | 'paymentDueCurrency'
>;

export function planStep(plan: Plan, isAnnual: boolean, user: PlanHolder | null): PlanStep {
  if (!user) return 'guest';
  const currentTier = user.subscriptionTier;
  const isCancelled = user.subscriptionCancelledAt !== null;
  if (currentTier === 'free') {
    if (plan.tier === 'free') return 'current';
    return user.stripeSubscriptionId === null ? 'checkout' : 'up';
  }
  if (plan.tier === 'free') return isCancelled ? 'leaving' : 'cancel';
  if (plan.tier !== currentTier && nextTierOf(user) === plan.tier && user.nextIsAnnual === isAnnual) return 'next';
  if (plan.tier !== currentTier) return rankOf(plan.tier) > rankOf(currentTier) ? 'up' : 'down';
  if (isAnnual !== (user.isAnnual === true)) {
    if (isAnnual) return 'annual';
    return nextTierOf(user) === currentTier ? 'next' : 'monthly';
  }
  if (isCancelled) return 'renew';
  return nextTierOf(user) ? 'keep' : 'current';
}

/** The tier of the next plan, which begins when the period ends; null without one. */
export const nextTierOf = (user: PlanHolder): Tier | null =>
  user.subscriptionStatus === 'downgrade_pending' ? user.nextTier : null;

/** Whether this step has to wait for an overdue payment. Changes do; cancelling and renewing do not. */
export const waitsForPayment = (step: PlanStep, user: PlanHolder | null): boolean =>
  user?.subscriptionStatus === 'past_due' && ['up', 'down', 'annual', 'monthly'].includes(step);
