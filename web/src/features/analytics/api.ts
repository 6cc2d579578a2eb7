import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer } from '../../lib/contract.ts';

export type Summary = Answer<'GET', '/api/analytics'>;
export type Sum = Summary['totals'];
export type PostList = Answer<'GET', '/api/analytics/posts'>;
export type SeenPost = PostList['posts'][number];

/** The address of all posts as a file. */
export const CSV_ADDRESS = '/api/analytics.csv';

/** The sums of all posts; hours are those of the zone. */
export const summaryQuery = (timeZone: string) =>
  queryOptions({
    queryKey: ['/api/analytics', timeZone],
    queryFn: () => request('GET', '/api/analytics', { query: { timeZone } }),
    refetchOnMount: 'always',
  });

/** All posts, the newest first, a page at a time. */
export const postsQuery = infiniteQueryOptions({
  queryKey: ['/api/analytics/posts', 'pages'],
  queryFn: ({ pageParam }) =>
    request('GET', '/api/analytics/posts', { query: pageParam === '' ? {} : { cursor: pageParam } }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next ?? undefined,
  refetchOnMount: 'always',
});
