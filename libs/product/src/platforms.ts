import { memberOf } from './closed-set.ts';

/** The platforms that videos are posted to, in the order they are shown. */
export const platforms = ['tiktok', 'youtube', 'facebook', 'instagram'] as const;
export type Platform = (typeof platforms)[number];

export const platformNames = {
  tiktok: 'TikTok',
  youtube: 'YouTube',
  facebook: 'Facebook',
  instagram: 'Instagram',
} as const satisfies Record<Platform, string>;

export const isPlatform = memberOf(platforms);
