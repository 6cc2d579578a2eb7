import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ToastProvider } from '../ui/toast.tsx';
import { LoadDelayProvider } from './load-delay.tsx';
import { retryFailedReads } from './retry-failed-reads.ts';

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  useEffect(() => retryFailedReads(client), [client]);
  return (
    <QueryClientProvider client={client}>
      <LoadDelayProvider>
        <ToastProvider>{children}</ToastProvider>
      </LoadDelayProvider>
    </QueryClientProvider>
  );
}
