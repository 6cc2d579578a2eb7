import { useMutation } from '@tanstack/react-query';
import type { Tier } from '../../content/plans.ts';
import { ApiError, messageOf } from '../../lib/api-client.ts';
import { useToast } from '../../ui/toast.tsx';
import { changeSubscription, createCheckoutSession, createSubscription, subscriptionRequest } from './api.ts';

/** Long enough to read the toast before the page is loaded afresh. */
const reloadDelayMs = 2000;

interface Choice {
  tier: Tier;
  isAnnual: boolean;
}

const failureText = (error: unknown, fallback: string) =>
  error instanceof ApiError ? messageOf(error, fallback) : error instanceof Error ? error.message : fallback;

/** Goes to the hosted checkout for a first plan. The dialog and the pricing page use a call each, as specified. */
export function useCheckout(call: 'subscription' | 'session') {
  const toast = useToast();
  return useMutation({
    mutationFn: ({ tier, isAnnual }: Choice) =>
      (call === 'session' ? createCheckoutSession : createSubscription)(subscriptionRequest(tier, isAnnual)),
    onSuccess: (url) => window.location.assign(url),
    onError: (error) =>
      toast({ tone: 'bad', title: 'Error', text: failureText(error, 'Failed to create checkout session') }),
  });
}

/** Moves an existing subscription to another plan. */
export function useChangePlan() {
  const toast = useToast();
  return useMutation({
    mutationFn: ({ tier, isAnnual }: Choice) => changeSubscription(subscriptionRequest(tier, isAnnual)),
    onSuccess: (url) => {
      if (url) {
        window.location.assign(url);
        return;
      }
      toast({ tone: 'ok', title: 'Plan Changed' });
      setTimeout(() => window.location.reload(), reloadDelayMs);
    },
    onError: (error) =>
      toast({ tone: 'bad', title: 'Error', text: failureText(error, 'Failed to change subscription') }),
  });
}
