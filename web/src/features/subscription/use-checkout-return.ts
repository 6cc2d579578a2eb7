import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { planOf, type Tier } from '../../content/plans.ts';
import { request } from '../../lib/api-client.ts';
import { useToast } from '../../ui/toast.tsx';

const reloadDelayMs = 2000;
const askAgainMs = 2000;

/**
 * After the return from checkout (?success=true&session_id=…): asks whether the payment counted, says so, clears the
 * address and loads the page afresh with the new plan. Answers whether it is still waiting for the payment.
 */
export function useCheckoutReturn(): boolean {
  const [search, setSearch] = useSearchParams();
  const toast = useToast();
  const told = useRef(false);
  const sessionId = search.get('success') === 'true' ? search.get('session_id') : null;

  const { data, isError } = useQuery({
    queryKey: ['/api/check-subscription-status', sessionId],
    queryFn: () =>
      request<{ success: boolean; tier: Tier }>(
        'GET',
        `/api/check-subscription-status/${encodeURIComponent(sessionId ?? '')}`,
      ),
    enabled: sessionId !== null,
    // The payment provider may tell the server a moment later than it sends the person back.
    refetchInterval: (query) => (query.state.data?.success || query.state.error ? false : askAgainMs),
  });

  useEffect(() => {
    if (told.current || sessionId === null || !(data?.success || isError)) return;
    told.current = true;
    setSearch({}, { replace: true });
    if (data?.success) {
      toast({
        tone: 'ok',
        title: 'Payment Completed!',
        text: `Your ${planOf(data.tier).name} plan has been activated successfully.`,
      });
      setTimeout(() => window.location.reload(), reloadDelayMs);
    } else {
      toast({
        tone: 'bad',
        title: 'Error',
        text: 'We could not check your payment yet. Your plan changes by itself as soon as it arrives.',
      });
    }
  }, [data, isError, sessionId, setSearch, toast]);

  return sessionId !== null && !data?.success && !isError;
}
