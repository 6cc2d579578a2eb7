import { useEffect } from 'react';

/** Calls `run` when Back restores the page from the cache, where its buttons still show the way to the payment page. */
export function useBackFromPayment(run: () => void): void {
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && run();
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, [run]);
}
