import { useEffect } from 'react';

/** Runs when Back brings the page as it was left: its buttons still say that one is on the way to a payment page. */
export function useBackFromPayment(run: () => void): void {
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && run();
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, [run]);
}
