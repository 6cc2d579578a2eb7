import type { Tier } from '@reelwright/product';
import { planOf } from '../../content/plans.ts';
import { writeProblem } from '../../lib/write-problem.ts';
import { useToast } from '../../ui/toast.tsx';
import { useCancelSubscription, useRenewSubscription } from './api.ts';
import { planEnds } from './change-words.ts';
import type { PlanHolder } from './plan-step.ts';

/** Undoes a cancellation, or with `keeping` the change to the next plan. */
export function useRenew(keeping?: Tier, onRenewed?: () => void) {
  const toast = useToast();
  const renew = useRenewSubscription();
  const run = () =>
    renew.mutate(undefined, {
      onSuccess: () => {
        toast(
          keeping
            ? { tone: 'ok', title: `Your plan stays ${planOf(keeping).name}.` }
            : { tone: 'ok', title: 'Subscription Renewed' },
        );
        onRenewed?.();
      },
      onError: (error) =>
        toast({
          tone: 'bad',
          title: 'Error',
          ...writeProblem(error, {
            fallback: 'Failed to renew subscription. Please try again.',
            effect: 'your plan was renewed',
          }),
        }),
    });
  return { run, busy: renew.isPending };
}

/** Cancels the plan at the end of its period, or at once if the period is unpaid. `onDone` runs in both cases. */
export function useCancel(user: PlanHolder, onDone: () => void) {
  const toast = useToast();
  const cancel = useCancelSubscription();
  const run = () =>
    cancel.mutate(undefined, {
      onSuccess: ({ cancelAtPeriodEnd }) =>
        toast({
          tone: 'ok',
          title: 'Subscription Cancelled',
          text: cancelAtPeriodEnd
            ? ['You still have access until the end of your billing period.', planEnds(user)].filter(Boolean).join(' ')
            : 'Your plan is Free now, and nothing more is charged.',
        }),
      onError: (error) =>
        toast({
          tone: 'bad',
          title: 'Error',
          ...writeProblem(error, {
            fallback: 'Failed to cancel subscription. Please try again.',
            effect: 'your plan was cancelled',
          }),
        }),
      onSettled: onDone,
    });
  return { run, busy: cancel.isPending };
}
