import { createContext, useContext, useEffect } from 'react';

/** Takes the title where there is no tab: when the build renders the page. */
export const TitleContext = createContext<((title: string) => void) | null>(null);

/** Sets the title of the browser tab. */
export function usePageTitle(title: string): void {
  const full = `${title} · Reelwright`;
  useContext(TitleContext)?.(full);
  useEffect(() => {
    document.title = full;
  }, [full]);
}
