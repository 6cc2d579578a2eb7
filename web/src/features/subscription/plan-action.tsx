import { type Tier, tiers } from '@reelwright/product';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import type { Plan } from '../../content/plans.ts';
import { formatDate } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { onceSettled } from './change-words.ts';
import { nextPlanText } from './next-plan.tsx';
import { nextTierOf, type PlanHolder, type PlanStep, planStep, waitsForPayment } from './plan-step.ts';
import { useFocusAfterCancel } from './use-focus-after-cancel.ts';
import { useCheckout } from './use-plan-change.ts';
import { useRenew } from './use-renew-and-cancel.ts';

interface Props {
  plan: Plan;
  /** Null for a visitor, or while the session is being read. */
  user: PlanHolder | null;
  /** True while the session is not known: the buttons are disabled. */
  unknown: boolean;
  annual: boolean;
}

/** The button of one plan on /pricing, with a confirmation before a change or a cancellation. */
export function PlanAction({ plan, user, unknown, annual }: Props) {
  const [confirming, setConfirming] = useState<'change' | 'cancel' | null>(null);
  const navigate = useNavigate();
  const checkout = useCheckout('pricing');
  const step = planStep(plan, annual, user);
  const renew = useRenew(step === 'keep' ? plan.tier : undefined);

  const choose = () => {
    if (step === 'guest') return navigate(paths.login);
    if (step === 'checkout' && plan.tier !== 'free') return checkout.mutate({ tier: plan.tier, isAnnual: annual });
    if (step === 'renew' || step === 'keep') return renew.run();
    setConfirming(step === 'cancel' ? 'cancel' : 'change');
  };
  const noteBelow = useRef<HTMLParagraphElement>(null);
  useFocusAfterCancel(confirming === 'cancel', step === 'leaving', noteBelow);
  const isWaitingForPayment = waitsForPayment(step, user);
  const isChosen = step === 'current' || step === 'leaving' || step === 'next';
  const text = labelOf(step, plan, user);
  const note = noteOf(step, plan, user);
  return (
    <div className="plan-action">
      <Button
        wide
        {...(isPrimary(step, plan, user) ? { tone: 'primary' as const } : {})}
        disabled={unknown || isChosen || isWaitingForPayment}
        busy={checkout.isPending || checkout.isSuccess || renew.busy}
        {...(text === 'Choose Plan' || text === 'Get Started Free' ? { 'aria-label': `${text}, ${plan.name}` } : {})}
        onClick={choose}
      >
        {text}
      </Button>
      {note ? (
        <p className="small muted" ref={noteBelow} tabIndex={-1}>
          {note}
        </p>
      ) : null}
      {user && confirming === 'change' ? (
        <ChangeDialog user={user} tier={plan.tier} isAnnual={annual} onClose={() => setConfirming(null)} />
      ) : null}
      {user && confirming === 'cancel' ? <CancelDialog user={user} onClose={() => setConfirming(null)} /> : null}
    </div>
  );
}

/** The specification's labels; other changes are labelled with the button's effect. */
function labelOf(step: PlanStep, plan: Plan, user: PlanHolder | null): string {
  switch (step) {
    case 'current':
      return 'Current Plan';
    case 'renew':
      return 'Renew Plan';
    case 'keep':
      return `Keep ${plan.name}`;
    case 'annual':
      return 'Switch to annual';
    case 'monthly':
      return 'Switch to monthly';
    case 'next':
      return plan.tier === user?.subscriptionTier ? 'Switch to monthly' : 'Choose Plan';
    default:
      return plan.tier === 'free' ? 'Get Started Free' : 'Choose Plan';
  }
}

/** The note below the button: an overdue payment, a cancellation or the next plan. */
function noteOf(step: PlanStep, plan: Plan, user: PlanHolder | null): string | null {
  if (!user) return null;
  if (waitsForPayment(step, user)) return onceSettled;
  if (step === 'leaving')
    return user.subscriptionExpiresAt ? `Free from ${formatDate(user.subscriptionExpiresAt)}.` : null;
  if (step === 'renew') {
    return user.subscriptionExpiresAt ? `Ends on ${formatDate(user.subscriptionExpiresAt)}.` : null;
  }
  const text = nextPlanText(user);
  return text && plan.tier === nextTierOf(user) && (step === 'down' || step === 'next') ? `${text}.` : null;
}

/** Whether this is the one highlighted button: renewing a cancelled plan, else the next higher plan. */
function isPrimary(step: PlanStep, plan: Plan, user: PlanHolder | null): boolean {
  if (step === 'renew') return true;
  if (user?.subscriptionCancelledAt) return false;
  const currentTier: Tier = user?.subscriptionTier ?? 'free';
  return plan.tier === planAfter(currentTier);
}

const planAfter = (tier: Tier): Tier => tiers[tiers.indexOf(tier) + 1] ?? tier;
