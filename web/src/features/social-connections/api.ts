import type { Platform, PlatformLevel, ShownConnectionState } from '@reelwright/product';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';

export interface Connection {
  connected: boolean;
  /** off: nothing configured on the server; sandbox and private-only: posts are not public; live: everything. */
  level: PlatformLevel;
  state: ShownConnectionState;
  /** What stands in the way or soon will (ENDS_SOON), in a code, a plain sentence, and one on what to do. */
  code: string | null;
  cause: string | null;
  fix: string | null;
  /** When the access ends unless its owner reconnects. */
  endsAt: string | null;
  username?: string | null;
  channelName?: string | null;
  pageName?: string | null;
  userId?: string | null;
  /** TikTok: who may see the posts has not been chosen yet. */
  setupNeeded?: boolean;
  /** Facebook: there are several Pages and none is chosen. */
  choosePage?: boolean;
}

export type Connections = Record<Platform, Connection>;

export const connectionsKey = ['/api/social-connections'] as const;

export const connectionsQuery = queryOptions({
  queryKey: connectionsKey,
  queryFn: () => request<Connections>('GET', '/api/social-connections'),
});

/** GET /api/{platform}/auth: where to send the browser for consent. */
export const requestConsentUrl = async (platform: Platform) =>
  (await request<{ authUrl: string }>('GET', `/api/${platform}/auth`)).authUrl;

/** DELETE /api/social-connections/{platform}, then the list again. */
export function useDisconnect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (platform: Platform) => request<unknown>('DELETE', `/api/social-connections/${platform}`),
    onSuccess: () => client.invalidateQueries({ queryKey: connectionsKey }),
  });
}

export interface TikTokChoice {
  privacyLevel: string;
  allowComment: boolean;
  allowDuet: boolean;
  allowStitch: boolean;
}

export interface TikTokSettings {
  nickname: string;
  privacyOptions: string[];
  commentAllowed: boolean;
  duetAllowed: boolean;
  stitchAllowed: boolean;
  settings: TikTokChoice | null;
}

export const tiktokSettingsQuery = queryOptions({
  queryKey: ['/api/tiktok/settings'],
  queryFn: () => request<TikTokSettings>('GET', '/api/tiktok/settings'),
  // The options are TikTok's and change with the account: always asked for when the sheet opens.
  staleTime: 0,
  gcTime: 0,
});

export function useSaveTikTokSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: TikTokChoice) => request('PUT', '/api/tiktok/settings', { ...choice, consent: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: connectionsKey }),
  });
}

export interface FacebookPages {
  pages: { id: string; name: string }[];
}

export const facebookPagesQuery = queryOptions({
  queryKey: ['/api/facebook/pages'],
  queryFn: () => request<FacebookPages>('GET', '/api/facebook/pages'),
  staleTime: 0,
  gcTime: 0,
});

export function useChoosePage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pageId: string) => request<{ pageName: string }>('PUT', '/api/facebook/page', { pageId }),
    onSuccess: () => client.invalidateQueries({ queryKey: connectionsKey }),
  });
}
