import { memberOf } from './closed-set.ts';

/** Where videos are posted, in the order they are shown. */
export const platforms = ['tiktok', 'youtube', 'facebook', 'instagram'] as const;
export type Platform = (typeof platforms)[number];

export const platformNames: Readonly<Record<Platform, string>> = {
  tiktok: 'TikTok',
  youtube: 'YouTube',
  facebook: 'Facebook',
  instagram: 'Instagram',
};

export const isPlatform = memberOf(platforms);
