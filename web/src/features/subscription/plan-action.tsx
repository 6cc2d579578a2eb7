import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { type Plan, planOf, rankOf } from '../../content/plans.ts';
import { formatDay } from '../../lib/format-date.ts';
import type { CurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useCancelSubscription, useRenewSubscription } from './api.ts';
import { useChangePlan, useCheckout } from './use-plan-change.ts';

interface Props {
  plan: Plan;
  /** Null for a visitor without a session. */
  user: CurrentUser | null;
  /** While it is not known who is here, nothing can be chosen. */
  unknown: boolean;
  annual: boolean;
}

/** The button of one plan on /pricing, with the questions that stand before losing something. */
export function PlanAction({ plan, user, unknown, annual }: Props) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  const checkout = useCheckout('session');
  const change = useChangePlan();
  const cancel = useCancelSubscription();
  const renew = useRenewSubscription();
  const busy = checkout.isPending || change.isPending || cancel.isPending || renew.isPending;

  const present = user?.subscriptionTier ?? 'free';
  const isCurrent = user !== null && plan.tier === present;
  const isDown = user !== null && rankOf(plan.tier) < rankOf(present);
  const cancelled = user?.subscriptionCancelledAt != null;

  if (isCurrent && cancelled) {
    const doRenew = () =>
      renew.mutate(undefined, {
        onSuccess: () => toast({ tone: 'ok', title: 'Subscription Renewed' }),
        onError: () => toast({ tone: 'bad', title: 'Error', text: 'Failed to renew subscription. Please try again.' }),
      });
    return (
      <Button tone="primary" wide busy={busy} onClick={doRenew}>
        Renew Plan
      </Button>
    );
  }
  if (isCurrent) {
    return (
      <Button wide disabled>
        Current Plan
      </Button>
    );
  }

  const choose = () => {
    if (!user) return navigate(paths.login);
    if (isDown) return setAsking(true);
    if (present === 'free') return checkout.mutate({ tier: plan.tier, isAnnual: annual });
    change.mutate({ tier: plan.tier, isAnnual: annual });
  };
  const goDown = () => {
    if (plan.tier !== 'free') {
      change.mutate({ tier: plan.tier, isAnnual: annual }, { onSettled: () => setAsking(false) });
      return;
    }
    cancel.mutate(undefined, {
      onSuccess: () =>
        toast({
          tone: 'ok',
          title: 'Subscription Cancelled',
          text: 'You still have access until the end of your billing period.',
        }),
      onError: () => toast({ tone: 'bad', title: 'Error', text: 'Failed to cancel subscription. Please try again.' }),
      onSettled: () => setAsking(false),
    });
  };

  const text = plan.tier === 'free' ? 'Get Started Free' : 'Choose Plan';
  // Already on the way down to free: nothing is left to choose there.
  const leaving = plan.tier === 'free' && cancelled;
  const primary = !isDown && plan.tier === (present === 'free' ? 'starter' : planAfter(present));
  return (
    <>
      <Button
        wide
        {...(primary ? { tone: 'primary' as const } : {})}
        disabled={unknown || leaving}
        busy={busy}
        aria-label={`${text}, ${plan.name}`}
        onClick={choose}
      >
        {text}
      </Button>
      {leaving && user?.subscriptionExpiresAt ? (
        <p className="small muted">Free from {formatDay(user.subscriptionExpiresAt)}.</p>
      ) : null}
      {asking ? (
        <ConfirmDialog
          title={plan.tier === 'free' ? 'Cancel Subscription' : `Change to ${plan.name}?`}
          text={plan.tier === 'free' ? cancelText : downgradeText(present, plan)}
          action={plan.tier === 'free' ? 'Cancel Subscription' : `Change to ${plan.name}`}
          safe={`Keep ${planOf(present).name}`}
          busy={busy}
          onConfirm={goDown}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

const cancelText =
  'Are you sure you want to cancel your subscription? You will still have access until the end of your billing period.';

const downgradeText = (present: CurrentUser['subscriptionTier'], plan: Plan) =>
  `${planOf(present).name} runs to the end of your billing period; ${plan.name} with ${plan.videosPerMonth} videos per month follows. Scheduled videos beyond that are paused, never deleted.`;

const planAfter = (tier: CurrentUser['subscriptionTier']) => (tier === 'starter' ? 'pro' : 'elite');
