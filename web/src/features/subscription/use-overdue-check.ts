import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { currentUserQuery } from '../../session/current-user.ts';
import { paymentsQuery } from './api.ts';
import { clearPaymentStarted, isPaymentRecent } from './payment-started.ts';

const pollMs = 4_000;
/** One minute of reads; after it the payment is assumed not to arrive. */
const maxReads = 15;

/**
 * While a payment is overdue: polls the plan each time the page is shown or comes to the front, because the user may be
 * returning from paying. Returns whether it polls for a payment that the user went to make.
 */
export function useOverdueCheck(overdue: boolean): boolean {
  const client = useQueryClient();
  const [checking, setChecking] = useState(isPaymentRecent);
  useEffect(() => {
    if (!overdue) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const stop = () => clearInterval(timer);
    // Two notes on one screen share one read. Errors are ignored, because the poll repeats.
    const readUser = (staleTime: number) => void client.fetchQuery({ ...currentUserQuery, staleTime }).catch(() => {});
    const begin = () => {
      stop();
      setChecking(isPaymentRecent());
      let reads = 0;
      timer = setInterval(() => {
        reads += 1;
        if (reads <= maxReads) return readUser(pollMs / 2);
        stop();
        clearPaymentStarted();
        setChecking(false);
      }, pollMs);
    };
    const onReturn = () => {
      if (document.visibilityState === 'hidden') return;
      readUser(0);
      begin();
    };
    begin();
    window.addEventListener('focus', onReturn);
    window.addEventListener('pageshow', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      stop();
      window.removeEventListener('focus', onReturn);
      window.removeEventListener('pageshow', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
      // Paid: the list of payments has one more.
      void client.invalidateQueries({ queryKey: paymentsQuery.queryKey });
    };
  }, [client, overdue]);
  return overdue && checking;
}
