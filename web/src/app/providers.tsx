import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ToastProvider } from '../ui/toast.tsx';
import { askForFailedReads } from './ask-failed-reads.ts';
import { LoadTroubleProvider } from './load-trouble.tsx';

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  useEffect(() => askForFailedReads(client), [client]);
  return (
    <QueryClientProvider client={client}>
      <LoadTroubleProvider>
        <ToastProvider>{children}</ToastProvider>
      </LoadTroubleProvider>
    </QueryClientProvider>
  );
}
