import { AppError } from '@reelwright/errors';
import { type Tier, tiers } from '@reelwright/product';
import type { PlanChoice } from '../plans/plan-catalogue.ts';

export const paymentOverdue = (): AppError =>
  new AppError('FAILED_PRECONDITION', 'PAYMENT_OVERDUE', 'A payment is overdue. Please settle it first.');

/** The paid plan there is, as far as a change of it depends on it. */
export interface PresentPlan extends PlanChoice {
  readonly isCancelling: boolean;
  readonly hasPlannedChange: boolean;
  readonly isDue: boolean;
}

export type PlanChange =
  | { readonly kind: 'checkout' }
  /** Ends with the period; free follows. */
  | { readonly kind: 'cancel' }
  /** Takes back a cancellation or a planned change. */
  | { readonly kind: 'resume' }
  /** It is the present plan. */
  | { readonly kind: 'none' }
  /** Not while a payment is open. */
  | { readonly kind: 'refuse' }
  /** The present plan goes on when its open payment is made. */
  | { readonly kind: 'pay' }
  /** Now, the difference is charged. `newPeriod`: the interval changes, so a new period begins. */
  | { readonly kind: 'upgrade'; readonly newPeriod: boolean }
  /** At the end of what is paid: nobody loses money. */
  | { readonly kind: 'downgrade' };

/** What a request for another plan means, given the present plan. */
export function decideChange(
  present: PresentPlan | undefined,
  wanted: { readonly tier: Tier; readonly isAnnual: boolean },
): PlanChange {
  if (!present) return { kind: wanted.tier === 'free' ? 'none' : 'checkout' };
  if (wanted.tier === 'free') return { kind: 'cancel' };
  const step = tiers.indexOf(wanted.tier) - tiers.indexOf(present.tier);
  const newPeriod = wanted.isAnnual !== present.isAnnual;
  if (step === 0 && !newPeriod) {
    if (present.isDue) return { kind: 'pay' };
    return { kind: present.isCancelling || present.hasPlannedChange ? 'resume' : 'none' };
  }
  if (present.isDue) return { kind: 'refuse' };
  const isUpgrade = step > 0 || (step === 0 && wanted.isAnnual);
  return isUpgrade ? { kind: 'upgrade', newPeriod } : { kind: 'downgrade' };
}
