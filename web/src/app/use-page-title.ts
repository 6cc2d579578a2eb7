import { useEffect } from 'react';

/** Names the tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Reelwright`;
  }, [title]);
}
