import type { Tier } from '@reelwright/product';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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

/** What a change would mean, before it is made. Amounts in cents of `currency`. */
export interface ChangePreview {
  kind: 'checkout' | 'upgrade' | 'downgrade' | 'cancel' | 'resume' | 'none';
  dueNowCents: number;
  currency: string;
  nextChargeCents: number | null;
  nextChargeAt: string | null;
  effectiveAt: string | null;
  /** Unix seconds; given back with the change, it makes the charge what the preview said. */
  prorationDate: number | null;
}

/** POST /api/preview-subscription-change: asked afresh each time, for it is true for an hour at most. */
export const changePreviewQuery = (tier: Tier, isAnnual: boolean) =>
  queryOptions({
    queryKey: ['/api/preview-subscription-change', tier, isAnnual] as const,
    queryFn: () =>
      request<ChangePreview>('POST', '/api/preview-subscription-change', subscriptionRequest(tier, isAnnual)),
    gcTime: 0,
    staleTime: 0,
  });

/** Either an address to go to, or what the plan is now and what follows when. */
export interface ChangeAnswer {
  checkoutUrl?: string | null;
  tier?: Tier;
  nextTier?: Tier | null;
  effectiveAt?: string | null;
}

/** POST /api/change-subscription. */
export async function changeSubscription(
  input: SubscriptionRequest & { prorationDate?: number },
): Promise<ChangeAnswer> {
  return (await request<ChangeAnswer | undefined>('POST', '/api/change-subscription', input)) ?? {};
}

export const refreshSubscription = (client: ReturnType<typeof useQueryClient>) =>
  client.invalidateQueries({ queryKey: ['/api/auth/user'] });

export function useCancelSubscription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<{ cancelAtPeriodEnd: boolean }>('POST', '/api/cancel-subscription', {}),
    // Also after a failure: without an answer it may have been done.
    onSettled: () => refreshSubscription(client),
  });
}

export function useRenewSubscription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { success } = await request<{ success: boolean }>('POST', '/api/renew-subscription', {});
      // With a payment open there was nothing to take back.
      if (!success) throw new Error('The plan was not renewed');
    },
    // Also after a failure: without an answer it may have been done.
    onSettled: () => refreshSubscription(client),
  });
}

export interface Payment {
  id: string;
  amountCents: number;
  refundedCents: number;
  disputed: boolean;
  currency: string;
  tier: Tier | null;
  /** Null when it is not known. */
  isAnnual: boolean | null;
  /** What it was for; null when it is not known. `switch`: the same plan, billed otherwise. */
  kind: 'purchase' | 'renewal' | 'upgrade' | 'switch' | null;
  paidAt: string;
  receiptUrl: string | null;
}

/** GET /api/payments: newest first, at most 100. */
export const paymentsQuery = queryOptions({
  queryKey: ['/api/payments'] as const,
  queryFn: async () => (await request<{ payments: Payment[] }>('GET', '/api/payments')).payments,
  refetchOnMount: 'always',
});
