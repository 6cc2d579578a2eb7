import { AppError } from '@reelwright/errors';
import { type Tier, tiers } from '@reelwright/product';
import type { PlanChoice } from '../plans/plan-catalogue.ts';

export const paymentOverdue = (): AppError =>
  new AppError('FAILED_PRECONDITION', 'PAYMENT_OVERDUE', 'A payment is overdue. Please settle it first.');

/** The current paid plan, as far as a change depends on it. */
export interface CurrentPlan extends PlanChoice {
  readonly isCancelling: boolean;
  readonly hasNextPlan: boolean;
  readonly isPastDue: boolean;
}

export type PlanChange =
  | { readonly kind: 'checkout' }
  /** The plan ends with the period and the free plan begins. */
  | { readonly kind: 'cancel' }
  /** Undoes a cancellation or the change to the next plan. */
  | { readonly kind: 'resume' }
  /** It is the current plan. */
  | { readonly kind: 'none' }
  /** Not possible while a payment is open. */
  | { readonly kind: 'reject' }
  /** The current plan continues when its open invoice is paid. */
  | { readonly kind: 'pay' }
  /** Takes effect now and charges the difference. `newPeriod`: the interval changes, so a new period begins. */
  | { readonly kind: 'upgrade'; readonly newPeriod: boolean }
  /** Takes effect at the end of the paid period. */
  | { readonly kind: 'downgrade' };

/** Decides what a request for a plan means, given the current plan. */
export function decideChange(
  current: CurrentPlan | undefined,
  request: { readonly tier: Tier; readonly isAnnual: boolean },
): PlanChange {
  if (!current) return { kind: request.tier === 'free' ? 'none' : 'checkout' };
  if (request.tier === 'free') return { kind: 'cancel' };
  const step = tiers.indexOf(request.tier) - tiers.indexOf(current.tier);
  const newPeriod = request.isAnnual !== current.isAnnual;
  if (step === 0 && !newPeriod) {
    if (current.isPastDue) return { kind: 'pay' };
    return { kind: current.isCancelling || current.hasNextPlan ? 'resume' : 'none' };
  }
  if (current.isPastDue) return { kind: 'reject' };
  const isUpgrade = step > 0 || (step === 0 && request.isAnnual);
  return isUpgrade ? { kind: 'upgrade', newPeriod } : { kind: 'downgrade' };
}
