import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';

export interface Receipt {
  requestedAt: string;
  finishedAt: string | null;
  parts: { service: string; finishedAt: string | null; erased: { what: string; count: number }[] }[];
}

const askAgainMs = 5_000;

/** GET /api/account-deletions/{code}: how far the deletion of an account is. Asked again while it runs. */
export const receiptQuery = (code: string) =>
  queryOptions({
    queryKey: ['/api/account-deletions', code] as const,
    queryFn: () => request<Receipt>('GET', `/api/account-deletions/${encodeURIComponent(code)}`),
    refetchInterval: ({ state }) => (state.data && !state.data.finishedAt ? askAgainMs : false),
  });

export interface MetaDeletion {
  state: 'in_progress' | 'completed';
  message: string;
  requestedAt: string;
}

/** GET /api/meta/data-deletion/{code}: how far a deletion is that was asked for at Facebook or Instagram. */
export const metaDeletionQuery = (code: string) =>
  queryOptions({
    queryKey: ['/api/meta/data-deletion', code] as const,
    queryFn: () => request<MetaDeletion>('GET', `/api/meta/data-deletion/${encodeURIComponent(code)}`),
    refetchInterval: ({ state }) => (state.data?.state === 'in_progress' ? askAgainMs : false),
  });
