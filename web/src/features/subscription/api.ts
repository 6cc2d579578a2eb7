import type { Tier } from '@reelwright/product';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer, Body } from '../../lib/contract.ts';

/** A plan and its billing interval. 1080p is the only quality and has no extra price. */
export const subscriptionRequest = <RequestedTier extends Tier>(tier: RequestedTier, isAnnual: boolean) => ({
  tier,
  is1080p: true,
  isAnnual,
});

/** POST /api/create-subscription; returns the address of the hosted checkout. */
export async function createSubscription(body: Body<'POST', '/api/create-subscription'>): Promise<string> {
  const { checkoutUrl } = await request('POST', '/api/create-subscription', { body });
  if (!checkoutUrl) throw new Error('No checkout URL received');
  return checkoutUrl;
}

/** POST /api/create-checkout-session; returns the address of the hosted checkout. */
export async function createCheckoutSession(body: Body<'POST', '/api/create-checkout-session'>): Promise<string> {
  const { url } = await request('POST', '/api/create-checkout-session', { body });
  if (!url) throw new Error('No checkout URL received');
  return url;
}

/** The effect of a plan change before it is made. Amounts are in cents of `currency`. */
export type ChangePreview = Answer<'POST', '/api/preview-subscription-change'>;

/** POST /api/preview-subscription-change: never cached, because it is valid for an hour at most. */
export const changePreviewQuery = (tier: Tier, isAnnual: boolean) =>
  queryOptions({
    queryKey: ['/api/preview-subscription-change', tier, isAnnual] as const,
    queryFn: () => request('POST', '/api/preview-subscription-change', { body: subscriptionRequest(tier, isAnnual) }),
    gcTime: 0,
    staleTime: 0,
  });

/** POST /api/change-subscription: either an address to open, or the plan now and the next plan with its date. */
export const changeSubscription = (body: Body<'POST', '/api/change-subscription'>) =>
  request('POST', '/api/change-subscription', { body });

/** POST /api/billing-portal: the address of the payment provider's page for payment methods. */
export const openBillingPortal = () => request('POST', '/api/billing-portal', { body: {} });

/** GET /api/check-subscription-status/{sessionId}: whether a checkout has been paid. */
export const readCheckout = (sessionId: string) =>
  request('GET', '/api/check-subscription-status/{sessionId}', { params: { sessionId } });

/** The cached GET /api/video-configuration; undefined if no screen has read it. */
export const knownCalendar = (client: QueryClient) =>
  client.getQueryData<Answer<'GET', '/api/video-configuration'>>(['/api/video-configuration']);

/** When what follows a change of the plan by an event is read again: the calendar and the payments. */
const EVENT_DELAYS_MS = [2_500, 10_000];

/** Reads the user and the payments now, and the calendar and the payments when they follow the plan. */
export function refreshSubscription(client: QueryClient): Promise<void> {
  const readPayments = () => void client.invalidateQueries({ queryKey: paymentsQuery.queryKey });
  readPayments();
  for (const delay of EVENT_DELAYS_MS) {
    setTimeout(() => {
      readPayments();
      void client.invalidateQueries({ queryKey: ['/api/video-configuration'] });
    }, delay);
  }
  return client.invalidateQueries({ queryKey: ['/api/auth/user'] });
}

export function useCancelSubscription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('POST', '/api/cancel-subscription', { body: {} }),
    // Runs after a failure too, because a lost response may hide a success.
    onSettled: () => refreshSubscription(client),
  });
}

export function useRenewSubscription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { success } = await request('POST', '/api/renew-subscription', { body: {} });
      // With an open payment there is no cancellation to undo.
      if (!success) throw new Error('The plan was not renewed');
    },
    // Runs after a failure too, because a lost response may hide a success.
    onSettled: () => refreshSubscription(client),
  });
}

export type Payment = Answer<'GET', '/api/payments'>['payments'][number];

/** GET /api/payments: newest first, at most 100. */
export const paymentsQuery = queryOptions({
  queryKey: ['/api/payments'] as const,
  queryFn: async () => (await request('GET', '/api/payments')).payments,
  refetchOnMount: 'always',
});
