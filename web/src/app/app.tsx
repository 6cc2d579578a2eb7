import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { Providers } from './providers.tsx';
import { AppRoutes } from './router.tsx';

/** The app inside a router: the browser's, or the one of the build. */
export function App({ client }: { client: QueryClient }) {
  return (
    <StrictMode>
      <Providers client={client}>
        <AppRoutes />
      </Providers>
    </StrictMode>
  );
}
