import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * A value that only the browser knows. The HTML that the build wrote, and the first render, which takes it over, have
 * `inBuild`.
 */
export const useBrowserValue = <Value>(read: () => Value, inBuild: Value): Value =>
  useSyncExternalStore(neverChanges, read, () => inBuild);
