import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer } from '../../lib/contract.ts';

export type ApiKeyStatus = Answer<'GET', '/api/api-key-status'>;

/** GET /api/api-key-status: whether there is a key, never the key itself. */
export const apiKeyQuery = queryOptions({
  queryKey: ['/api/api-key-status'] as const,
  queryFn: () => request('GET', '/api/api-key-status'),
  refetchOnMount: 'always',
});

/** POST /api/generate-api-key: a new key; the previous one stops working at once. */
export function useGenerateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('POST', '/api/generate-api-key', { body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: apiKeyQuery.queryKey }),
    // The key is shown once, so the cache drops it as soon as the screen is gone.
    gcTime: 0,
  });
}

/** DELETE /api/revoke-api-key. */
export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('DELETE', '/api/revoke-api-key'),
    onSettled: () => client.invalidateQueries({ queryKey: apiKeyQuery.queryKey }),
  });
}
