import type { Platform } from '@reelwright/product';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer, Body } from '../../lib/contract.ts';

export type Connections = Answer<'GET', '/api/social-connections'>;
type One = Connections[Platform];
/** Of any platform: what all have, and what only some have. */
export type Connection = Pick<One, keyof One> &
  Partial<Connections['tiktok'] & Connections['youtube'] & Connections['facebook'] & Connections['instagram']>;

export const connectionsKey = ['/api/social-connections'] as const;

export const connectionsQuery = queryOptions({
  queryKey: connectionsKey,
  queryFn: () => request('GET', '/api/social-connections'),
});

/** GET /api/{platform}/auth: where to send the browser for consent. */
export const requestConsentUrl = async (platform: Platform) =>
  (await request('GET', '/api/{platform}/auth', { params: { platform } })).authUrl;

/** DELETE /api/social-connections/{platform}, then the list again. */
export function useDisconnect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (platform: Platform) =>
      request('DELETE', '/api/social-connections/{platform}', { params: { platform } }),
    onSuccess: () => client.invalidateQueries({ queryKey: connectionsKey }),
  });
}

export type TikTokChoice = Omit<Body<'PUT', '/api/tiktok/settings'>, 'consent'>;
export type TikTokSettings = Answer<'GET', '/api/tiktok/settings'>;

export const tiktokSettingsQuery = queryOptions({
  queryKey: ['/api/tiktok/settings'],
  queryFn: () => request('GET', '/api/tiktok/settings'),
  // The options are TikTok's and change with the account: always asked for when the sheet opens.
  staleTime: 0,
  gcTime: 0,
});

export function useSaveTikTokSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: TikTokChoice) =>
      request('PUT', '/api/tiktok/settings', { body: { ...choice, consent: true } }),
    onSuccess: () => client.invalidateQueries({ queryKey: connectionsKey }),
  });
}

export const facebookPagesQuery = queryOptions({
  queryKey: ['/api/facebook/pages'],
  queryFn: () => request('GET', '/api/facebook/pages'),
  staleTime: 0,
  gcTime: 0,
});

export function useChoosePage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pageId: string) => request('PUT', '/api/facebook/page', { body: { pageId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: connectionsKey }),
  });
}
