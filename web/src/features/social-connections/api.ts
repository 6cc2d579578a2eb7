import { type Platform, platforms } from '@reelwright/product';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api-client.ts';
import type { Answer, Body } from '../../lib/contract.ts';

export type Connections = Answer<'GET', '/api/social-connections'>;
type One = Connections[Platform];
type Field = One extends infer Each ? (Each extends One ? keyof Each : never) : never;
/** A connection to any platform: the fields of all platforms, and those of some as optional ones. */
export type Connection = Pick<One, keyof One> & {
  [Name in Field]?: Extract<One, Partial<Record<Name, unknown>>>[Name];
};

/** The platforms that can be used on this installation; all that are known until the answer is there. */
export const availablePlatforms = (connections: Record<Platform, Pick<One, 'level'>> | undefined): Platform[] =>
  platforms.filter((platform) => connections?.[platform].level !== 'off');

/** The platforms with a connected account; null until the answer is there. */
export const connectedPlatforms = (
  connections: Record<Platform, Pick<One, 'connected'>> | undefined,
): Platform[] | null => (connections ? platforms.filter((platform) => connections[platform].connected) : null);

export const connectionsKey = ['/api/social-connections'] as const;

export const connectionsQuery = queryOptions({
  queryKey: connectionsKey,
  queryFn: () => request('GET', '/api/social-connections'),
});

/** GET /api/{platform}/auth: the address of the platform's consent page. */
export const requestConsentUrl = async (platform: Platform) =>
  (await request('GET', '/api/{platform}/auth', { params: { platform } })).authUrl;

/** Reads the list again after a failure too, because a lost response may hide a success. The failure is shown at once. */
const readAgain = (client: QueryClient) => (_answer: unknown, error: Error | null) => {
  const reading = client.invalidateQueries({ queryKey: connectionsKey });
  return error ? undefined : reading;
};

/** DELETE /api/social-connections/{platform}, then reads the list again. */
export function useDisconnect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (platform: Platform) =>
      request('DELETE', '/api/social-connections/{platform}', { params: { platform } }),
    onSettled: readAgain(client),
  });
}

export type TikTokChoice = Omit<Body<'PUT', '/api/tiktok/settings'>, 'consent'>;
export type TikTokSettings = Answer<'GET', '/api/tiktok/settings'>;

export const tiktokSettingsQuery = queryOptions({
  queryKey: ['/api/tiktok/settings'],
  queryFn: () => request('GET', '/api/tiktok/settings'),
  // TikTok's options change with the account, so they are read each time the sheet opens.
  staleTime: 0,
  gcTime: 0,
});

export function useSaveTikTokSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: TikTokChoice) =>
      request('PUT', '/api/tiktok/settings', { body: { ...choice, consent: true } }),
    onSettled: readAgain(client),
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
    onSettled: readAgain(client),
  });
}
