import { queryOptions } from '@tanstack/react-query';
import { request } from '../lib/api-client.ts';

/** GET /api/auth/options: whether this installation sends mail and receives messages. Features that need it depend on this. */
export const authOptionsQuery = queryOptions({
  queryKey: ['/api/auth/options'] as const,
  queryFn: () => request('GET', '/api/auth/options'),
});
