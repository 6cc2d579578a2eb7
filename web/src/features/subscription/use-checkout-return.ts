import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { planOf } from '../../content/plans.ts';
import { codeOf } from '../../lib/api-client.ts';
import { useToast } from '../../ui/toast.tsx';
import { readCheckout } from './api.ts';

const reloadDelayMs = 2000;
const pollMs = 2000;
/** After this many reads the payment is assumed not to arrive. */
const maxReads = 30;

/**
 * After the return from checkout (?success=true&session_id=…): polls until the payment has arrived, says so, clears the
 * address and reloads the page with the new plan. A return without success is reported too. Returns whether it is still
 * waiting for the payment.
 */
export function useCheckoutReturn(): boolean {
  const [search, setSearch] = useSearchParams();
  const toast = useToast();
  const isReported = useRef(false);
  const [reads, setReads] = useState(0);
  const success = search.get('success');
  const sessionId = success === 'true' ? search.get('session_id') : null;
  const isAbandoned = search.get('cancelled') === 'true' || (success !== null && sessionId === null);

  const { data, isError, error, dataUpdatedAt } = useQuery({
    queryKey: ['/api/check-subscription-status', sessionId],
    queryFn: () => readCheckout(sessionId ?? ''),
    enabled: sessionId !== null,
    // The payment provider may notify the server a moment after it redirects the user.
    refetchInterval: (query) =>
      query.state.data?.success || query.state.error || query.state.dataUpdateCount >= maxReads ? false : pollMs,
  });
  useEffect(() => setReads((before) => (dataUpdatedAt > 0 ? before + 1 : before)), [dataUpdatedAt]);
  const hasTimedOut = isError || (reads >= maxReads && !data?.success);

  useEffect(() => {
    if (isReported.current || !(isAbandoned || (sessionId !== null && (data?.success || hasTimedOut)))) return;
    isReported.current = true;
    setSearch({}, { replace: true });
    if (data?.success) {
      toast({
        tone: 'ok',
        title: 'Payment Completed!',
        text: `Your ${planOf(data.tier).name} plan has been activated successfully.`,
      });
      setTimeout(() => window.location.reload(), reloadDelayMs);
    } else if (isAbandoned) {
      toast({ title: 'You left the checkout.', text: 'Nothing was charged, and your plan has not changed.' });
    } else {
      toast({
        tone: 'bad',
        title: 'Error',
        text:
          codeOf(error) === 'SESSION_NOT_FOUND'
            ? 'This checkout does not belong to your account. Your plan has not changed.'
            : 'We could not confirm your payment yet. Your plan changes as soon as it arrives.',
      });
    }
  }, [data, error, hasTimedOut, isAbandoned, sessionId, setSearch, toast]);

  return sessionId !== null && !data?.success && !hasTimedOut;
}
