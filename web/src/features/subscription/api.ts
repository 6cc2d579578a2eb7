import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Tier } from '../../content/plans.ts';
import { request } from '../../lib/api-client.ts';

export interface SubscriptionRequest {
  tier: Tier;
  is1080p: true;
  isAnnual: boolean;
}

export const subscriptionRequest = (tier: Tier, isAnnual: boolean): SubscriptionRequest => ({
  tier,
  // There is no other quality, and no price for one.
  is1080p: true,
  isAnnual,
});

interface CheckoutAnswer {
  checkoutUrl?: string | null;
  url?: string | null;
}

/** POST /api/create-subscription; answers the hosted checkout's address. */
export async function createSubscription(input: SubscriptionRequest): Promise<string> {
  const { checkoutUrl } = await request<CheckoutAnswer>('POST', '/api/create-subscription', input);
  if (!checkoutUrl) throw new Error('No checkout URL received');
  return checkoutUrl;
}

/** POST /api/create-checkout-session; answers the hosted checkout's address. */
export async function createCheckoutSession(input: SubscriptionRequest): Promise<string> {
  const { url } = await request<CheckoutAnswer>('POST', '/api/create-checkout-session', input);
  if (!url) throw new Error('No checkout URL received');
  return url;
}

/** POST /api/change-subscription; answers an address where the change needs a checkout, else null. */
export async function changeSubscription(input: SubscriptionRequest): Promise<string | null> {
  const answer = await request<CheckoutAnswer | undefined>('POST', '/api/change-subscription', input);
  return answer?.checkoutUrl ?? null;
}

const refreshUser = (client: ReturnType<typeof useQueryClient>) =>
  client.invalidateQueries({ queryKey: ['/api/auth/user'] });

export function useCancelSubscription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<{ cancelAtPeriodEnd: boolean }>('POST', '/api/cancel-subscription', {}),
    onSuccess: () => refreshUser(client),
  });
}

export function useRenewSubscription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<unknown>('POST', '/api/renew-subscription', {}),
    onSuccess: () => refreshUser(client),
  });
}
