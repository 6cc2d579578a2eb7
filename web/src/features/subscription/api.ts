import type { Tier } from '@reelwright/product';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer, Body } from '../../lib/contract.ts';

/** A plan and how it is billed. There is no other quality than 1080p, and no price for one. */
export const subscriptionRequest = <Wanted extends Tier>(tier: Wanted, isAnnual: boolean) => ({
  tier,
  is1080p: true,
  isAnnual,
});

/** POST /api/create-subscription; answers the hosted checkout's address. */
export async function createSubscription(body: Body<'POST', '/api/create-subscription'>): Promise<string> {
  const { checkoutUrl } = await request('POST', '/api/create-subscription', { body });
  if (!checkoutUrl) throw new Error('No checkout URL received');
  return checkoutUrl;
}

/** POST /api/create-checkout-session; answers the hosted checkout's address. */
export async function createCheckoutSession(body: Body<'POST', '/api/create-checkout-session'>): Promise<string> {
  const { url } = await request('POST', '/api/create-checkout-session', { body });
  if (!url) throw new Error('No checkout URL received');
  return url;
}

/** What a change would mean, before it is made. Amounts in cents of `currency`. */
export type ChangePreview = Answer<'POST', '/api/preview-subscription-change'>;

/** POST /api/preview-subscription-change: asked afresh each time, for it is true for an hour at most. */
export const changePreviewQuery = (tier: Tier, isAnnual: boolean) =>
  queryOptions({
    queryKey: ['/api/preview-subscription-change', tier, isAnnual] as const,
    queryFn: () => request('POST', '/api/preview-subscription-change', { body: subscriptionRequest(tier, isAnnual) }),
    gcTime: 0,
    staleTime: 0,
  });

/** POST /api/change-subscription: either an address to go to, or what the plan is now and what follows when. */
export const changeSubscription = (body: Body<'POST', '/api/change-subscription'>) =>
  request('POST', '/api/change-subscription', { body });

/** POST /api/billing-portal: the payment provider's page about cards. */
export const openBillingPortal = () => request('POST', '/api/billing-portal', { body: {} });

/** GET /api/check-subscription-status/{sessionId}: whether the payment of a checkout counted. */
export const readCheckout = (sessionId: string) =>
  request('GET', '/api/check-subscription-status/{sessionId}', { params: { sessionId } });

/** What a screen has read of GET /api/video-configuration; undefined where none has. */
export const knownCalendar = (client: QueryClient) =>
  client.getQueryData<Answer<'GET', '/api/video-configuration'>>(['/api/video-configuration']);

export const refreshSubscription = (client: ReturnType<typeof useQueryClient>) =>
  client.invalidateQueries({ queryKey: ['/api/auth/user'] });

export function useCancelSubscription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('POST', '/api/cancel-subscription', { body: {} }),
    // Also after a failure: without an answer it may have been done.
    onSettled: () => refreshSubscription(client),
  });
}

export function useRenewSubscription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { success } = await request('POST', '/api/renew-subscription', { body: {} });
      // With a payment open there was nothing to take back.
      if (!success) throw new Error('The plan was not renewed');
    },
    // Also after a failure: without an answer it may have been done.
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
