import { queryOptions } from '@tanstack/react-query';
import { request } from '../lib/api-client.ts';

/** GET /api/auth/options: whether this installation sends mail, and whether it receives messages. */
export const authOptionsQuery = queryOptions({
  queryKey: ['/api/auth/options'] as const,
  queryFn: () => request('GET', '/api/auth/options'),
});
