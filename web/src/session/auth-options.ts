import { queryOptions } from '@tanstack/react-query';
import { request } from '../lib/api-client.ts';

/** GET /api/auth/options: whether this installation sends e-mail. What needs one is offered only where it does. */
export const authOptionsQuery = queryOptions({
  queryKey: ['/api/auth/options'] as const,
  queryFn: () => request<{ passwordReset: boolean }>('GET', '/api/auth/options'),
});
