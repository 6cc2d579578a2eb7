import type { Tier } from '@reelwright/product';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { planOf } from '../../content/plans.ts';
import { ApiError, codeOf, messageOf } from '../../lib/api-client.ts';
import { formatDate } from '../../lib/format-date.ts';
import { isOutcomeUnknown, notKnownWhether } from '../../lib/write-problem.ts';
import { useToast } from '../../ui/toast.tsx';
import {
  changeSubscription,
  createCheckoutSession,
  createSubscription,
  refreshSubscription,
  subscriptionRequest,
} from './api.ts';
import { notePaying } from './paying.ts';
import { useBackFromPayment } from './use-back-from-payment.ts';

/** Long enough to read the toast before the page is loaded afresh. */
const reloadDelayMs = 2000;

interface Choice {
  tier: Tier;
  isAnnual: boolean;
}

const failureText = (error: unknown, fallback: string) =>
  error instanceof ApiError ? messageOf(error, fallback) : error instanceof Error ? error.message : fallback;

/** Where a first plan is bought. */
export type CheckoutPlace = 'dashboard' | 'profile' | 'pricing';

/** Each place has its words, as specified; the pricing page gives the reason in a line of its own. */
function checkoutFailure(place: CheckoutPlace, error: unknown) {
  if (place === 'pricing') {
    const cause = failureText(error, '');
    return { text: 'Failed to create checkout session. Please try again.', ...(cause ? { cause } : {}) };
  }
  const fallback = place === 'profile' ? 'Failed to create subscription' : 'Failed to create checkout session';
  return { text: failureText(error, fallback) };
}

/** Goes to the hosted checkout for a first plan. The dialog and the pricing page use a call each, as specified. */
export function useCheckout(place: CheckoutPlace) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ tier, isAnnual }: Choice & { tier: Exclude<Tier, 'free'> }) =>
      (place === 'pricing' ? createCheckoutSession : createSubscription)(subscriptionRequest(tier, isAnnual)),
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => {
      toast({ tone: 'bad', title: 'Error', ...checkoutFailure(place, error) });
      // Bought in another tab, or signed out meanwhile: what is shown here is no longer so.
      if (error instanceof ApiError && [401, 409].includes(error.status)) void refreshSubscription(client);
    },
  });
}

/** What the dialog itself can help with; anything else is said in a toast. */
const mendable = new Set(['PAYMENT_OVERDUE', 'CARD_DECLINED', 'PREVIEW_EXPIRED']);
export const isMendable = (error: unknown) => mendable.has(codeOf(error) ?? '');

/** Moves an existing subscription to another plan or interval, at the price its preview named. */
export function useChangePlan() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
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
      if (isMendable(error)) return;
      if (codeOf(error) === 'ALREADY_ON_PLAN') {
        toast({ tone: 'ok', title: 'Current Plan', text: "You're already on this plan!" });
      } else {
        const text = isOutcomeUnknown(error)
          ? notKnownWhether('your plan was changed')
          : failureText(error, 'Failed to change subscription');
        toast({ tone: 'bad', title: 'Error', text });
      }
      void refreshSubscription(client);
    },
  });
}

/** With a payment overdue, asking for the present plan answers the address of the open invoice. */
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
      notePaying();
      window.location.assign(url);
    },
    onError: (error) => {
      // Settled meanwhile, by another tab or by the bank: the page then says so by itself.
      void refreshSubscription(client);
      toast({ tone: 'bad', title: 'Error', text: failureText(error, 'The payment page could not be opened.') });
    },
  });
  useBackFromPayment(pay.reset);
  return pay;
}
