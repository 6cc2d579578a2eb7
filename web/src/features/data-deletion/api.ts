import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer } from '../../lib/contract.ts';

export type Receipt = Answer<'GET', '/api/account-deletions/{code}'>;

const pollMs = 5_000;

/** GET /api/account-deletions/{code}: the progress of an account's deletion. Polled while it runs. */
export const receiptQuery = (code: string) =>
  queryOptions({
    queryKey: ['/api/account-deletions', code] as const,
    queryFn: () => request('GET', '/api/account-deletions/{code}', { params: { code } }),
    refetchInterval: ({ state }) => (state.data && !state.data.finishedAt ? pollMs : false),
  });

/** GET /api/meta/data-deletion/{code}: the progress of a deletion requested at Facebook or Instagram. */
export const metaDeletionQuery = (code: string) =>
  queryOptions({
    queryKey: ['/api/meta/data-deletion', code] as const,
    queryFn: () => request('GET', '/api/meta/data-deletion/{code}', { params: { code } }),
    refetchInterval: ({ state }) => (state.data?.state === 'in_progress' ? pollMs : false),
  });
