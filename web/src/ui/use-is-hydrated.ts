import { useBrowserValue } from '../lib/use-browser-value.ts';

/**
 * False in the HTML that the build wrote, until React has taken it over. Forms are `inert` until then: what is typed would
 * be lost, and the browser would send it as part of the address.
 */
export const useIsHydrated = () => useBrowserValue(() => true, false);
