import { type ComponentType, lazy } from 'react';

/** How long a changed network or a restarted web pod has before the second attempt. */
const PAUSE_MS = 1_000;

/** A page that is loaded on demand. If its script cannot be fetched, that is tried once more. */
export function lazyPage<Page extends ComponentType>(load: () => Promise<{ default: Page }>) {
  return lazy(() =>
    load().catch(async (error: unknown) => {
      // A script that was not fetched is a TypeError in every browser. A style is not, and Vite would skip it next time.
      if (!(error instanceof TypeError) || !navigator.onLine) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      // The same address: browsers fetch it again (whatwg/html#10327), and those that remember the failure fail at once.
      // Another address would make a second copy of the module, and not reload a failed script that it imports.
      return load();
    }),
  );
}
