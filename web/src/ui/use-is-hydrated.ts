import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * False in the HTML that the build wrote, until React has taken it over. A form is `inert` so long: what is typed before
 * would be lost, and the browser would send it as part of the address.
 */
export const useIsHydrated = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
