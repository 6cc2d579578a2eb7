import { useEffect } from 'react';

/** Calls `run` when Back restores the page from the cache, where its buttons still say that another page opens. */
export function useRestoredPage(run: () => void): void {
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => event.persisted && run();
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [run]);
}
