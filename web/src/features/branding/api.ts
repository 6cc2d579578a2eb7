import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer, Body } from '../../lib/contract.ts';
import { isOutcomeUnknown } from '../../lib/write-problem.ts';

export type Branding = Answer<'GET', '/api/branding'>;
type BrandingInput = Body<'PUT', '/api/branding'>;

const key = ['/api/branding'] as const;

/** The logo and the palette of the user's videos, on every plan. */
export const brandingQuery = queryOptions({
  queryKey: key,
  queryFn: () => request('GET', '/api/branding'),
  // It may have been saved in another tab.
  refetchOnMount: 'always',
});

/** PUT /api/branding, or DELETE for null. */
export function useSaveBranding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: BrandingInput | null) =>
      input ? request('PUT', '/api/branding', { body: input }) : request('DELETE', '/api/branding'),
    onSuccess: (saved) => client.setQueryData(key, saved),
    onError: (error) => {
      // It may have been saved. What is chosen in the form stays.
      if (isOutcomeUnknown(error)) void client.invalidateQueries({ queryKey: key });
    },
  });
}
