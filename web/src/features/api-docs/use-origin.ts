import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** The address of this installation. The build, which writes the page for all of them, does not know it. */
export const useOrigin = () =>
  useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => 'https://reelwright.example',
  );
