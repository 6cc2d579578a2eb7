import type { Platform } from '@reelwright/product';

/** What is set up on the Social Media page after connecting: its button, and the query that opens it. */
export const platformSetups = {
  tiktok: { label: 'TikTok settings', query: 'setup=tiktok' },
  facebook: { label: 'Choose Page', query: 'choose=facebook' },
} as const satisfies Partial<Record<Platform, { label: string; query: string }>>;

export type SetupPlatform = keyof typeof platformSetups;

export const hasSetup = (platform: string | null): platform is SetupPlatform =>
  platform !== null && Object.hasOwn(platformSetups, platform);
