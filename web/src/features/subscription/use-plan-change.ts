import type { Tier } from '@reelwright/product';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { planOf } from '../../content/plans.ts';
import { ApiError, codeOf, messageOf } from '../../lib/api-client.ts';
import { formatDate } from '../../lib/format-date.ts';
import { useRestoredPage } from '../../lib/use-restored-page.ts';
import { isOutcomeUnknown, outcomeUnknownText } from '../../lib/write-problem.ts';
import { useToast } from '../../ui/toast.tsx';
import {
  changeSubscription,
  createCheckoutSession,
  createSubscription,
  refreshSubscription,
  subscriptionRequest,
} from './api.ts';
import { markPaymentStarted } from './payment-started.ts';

/** Long enough to read the toast before the page is reloaded. */
const reloadDelayMs = 2000;

interface Choice {
  tier: Tier;
  isAnnual: boolean;
}

const failureText = (error: unknown, fallback: string) =>
  error instanceof ApiError ? messageOf(error, fallback) : error instanceof Error ? error.message : fallback;

/** The screen on which a first plan is bought. */
export type CheckoutPlace = 'dashboard' | 'profile' | 'pricing';

/** The specification has its own text for each screen; the pricing page shows the reason in a separate line. */
function checkoutFailure(place: CheckoutPlace, error: unknown) {
  if (place === 'pricing') {
    const reason = failureText(error, '');
    return { text: 'Failed to create checkout session. Please try again.', ...(reason ? { reason } : {}) };
  }
  const fallback = place === 'profile' ? 'Failed to create subscription' : 'Failed to create checkout session';
  return { text: failureText(error, fallback) };
}

/** Opens the hosted checkout for a first plan. As specified, the dialog and the pricing page use different calls. */
export function useCheckout(place: CheckoutPlace) {
  const client = useQueryClient();
  const toast = useToast();
  const checkout = useMutation({
    mutationFn: ({ tier, isAnnual }: Choice & { tier: Exclude<Tier, 'free'> }) =>
      (place === 'pricing' ? createCheckoutSession : createSubscription)(subscriptionRequest(tier, isAnnual)),
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => {
      toast({ tone: 'bad', title: 'Error', ...checkoutFailure(place, error) });
      // Bought in another tab or signed out meanwhile: the screen is out of date.
      if (error instanceof ApiError && [401, 409].includes(error.status)) void refreshSubscription(client);
    },
  });
  useRestoredPage(checkout.reset);
  return checkout;
}

/** The errors that the dialog handles itself; all others are shown in a toast. */
const handledInDialog = new Set(['PAYMENT_OVERDUE', 'CARD_DECLINED', 'PREVIEW_EXPIRED']);
export const isHandledInDialog = (error: unknown) => handledInDialog.has(codeOf(error) ?? '');

/** Moves an existing subscription to another plan or interval, at the price its preview named. */
export function useChangePlan() {
  const client = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: ({ tier, isAnnual, prorationDate }: Choice & { prorationDate: number | null }) =>
      changeSubscription({
        ...subscriptionRequest(tier, isAnnual),
        ...(prorationDate === null ? {} : { prorationDate }),
      }),
    onSuccess: ({ checkoutUrl, nextTier, effectiveAt }) => {
      if (checkoutUrl) {
        window.location.assign(checkoutUrl);
        return;
      }
      toast({
        tone: 'ok',
        title: 'Plan Changed',
        ...(nextTier && effectiveAt ? { text: `${planOf(nextTier).name} from ${formatDate(effectiveAt)}.` } : {}),
      });
      setTimeout(() => window.location.reload(), reloadDelayMs);
    },
    onError: (error) => {
      if (isHandledInDialog(error)) return;
      if (codeOf(error) === 'ALREADY_ON_PLAN') {
        toast({ tone: 'ok', title: 'Current Plan', text: "You're already on this plan!" });
      } else {
        const text = isOutcomeUnknown(error)
          ? outcomeUnknownText('your plan was changed')
          : failureText(error, 'Failed to change subscription');
        toast({ tone: 'bad', title: 'Error', text });
      }
      void refreshSubscription(client);
    },
  });
  useRestoredPage(change.reset);
  return change;
}

/** With an overdue payment, POST /api/change-subscription for the current plan returns the address of the open invoice. */
export function usePayOpenInvoice() {
  const client = useQueryClient();
  const toast = useToast();
  const pay = useMutation({
    mutationFn: async ({ tier, isAnnual }: Choice) => {
      const { checkoutUrl } = await changeSubscription(subscriptionRequest(tier, isAnnual));
      if (!checkoutUrl) throw new Error('There is nothing left to pay.');
      return checkoutUrl;
    },
    onSuccess: (url) => {
      markPaymentStarted();
      window.location.assign(url);
    },
    onError: (error) => {
      // The payment may have been made meanwhile; the page shows that after the refresh.
      void refreshSubscription(client);
      toast({ tone: 'bad', title: 'Error', text: failureText(error, 'The payment page could not be opened.') });
    },
  });
  useRestoredPage(pay.reset);
  return pay;
}
