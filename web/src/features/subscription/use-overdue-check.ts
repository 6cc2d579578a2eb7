import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { currentUserQuery } from '../../session/current-user.ts';
import { paymentsQuery } from './api.ts';
import { forgetPaying, wentToPay } from './paying.ts';

const askAgainMs = 4_000;
/** A minute: a payment that has not arrived by then is not on its way. */
const askAtMost = 15;

/**
 * While a payment is overdue: asks how the plan stands each time the page is shown or comes back to the front, for it may
 * be where one returns to after paying. Answers whether it asks about a payment that somebody went to make.
 */
export function useOverdueCheck(overdue: boolean): boolean {
  const client = useQueryClient();
  const [checking, setChecking] = useState(wentToPay);
  useEffect(() => {
    if (!overdue) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const stop = () => clearInterval(timer);
    // Two notes on one screen ask once. A failed call is asked again anyway.
    const ask = (staleTime: number) => void client.fetchQuery({ ...currentUserQuery, staleTime }).catch(() => {});
    const begin = () => {
      stop();
      setChecking(wentToPay());
      let asked = 0;
      timer = setInterval(() => {
        asked += 1;
        if (asked <= askAtMost) return ask(askAgainMs / 2);
        stop();
        forgetPaying();
        setChecking(false);
      }, askAgainMs);
    };
    const comeBack = () => {
      if (document.visibilityState === 'hidden') return;
      ask(0);
      begin();
    };
    begin();
    window.addEventListener('focus', comeBack);
    window.addEventListener('pageshow', comeBack);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      stop();
      window.removeEventListener('focus', comeBack);
      window.removeEventListener('pageshow', comeBack);
      document.removeEventListener('visibilitychange', comeBack);
      // Settled: there is one more to list.
      void client.invalidateQueries({ queryKey: paymentsQuery.queryKey });
    };
  }, [client, overdue]);
  return overdue && checking;
}
