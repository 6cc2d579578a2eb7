import { memberOf } from './closed-set.ts';

/** The platforms that the product knows, in the order they are shown. Each has a level; at `off` it can't be used. */
export const platforms = ['tiktok', 'youtube', 'facebook', 'instagram'] as const;
export type Platform = (typeof platforms)[number];

export const platformNames = {
  tiktok: 'TikTok',
  youtube: 'YouTube',
  facebook: 'Facebook',
  instagram: 'Instagram',
} as const satisfies Record<Platform, string>;

export interface PlatformTraits {
  /** What posts go to: a profile, a channel of videos, or one of the Pages that the person may post to. */
  readonly account: 'profile' | 'channel' | 'page';
  /** Before the first post, the owner chooses who may see the posts. */
  readonly choosesAudience: boolean;
  /** It takes no file: it fetches the video from a public address. */
  readonly fetchesVideo: boolean;
  /** It reports how long its users watched a post. */
  readonly reportsWatchTime: boolean;
  /** The landing page names it. */
  readonly isPromoted: boolean;
}

export const platformTraits: Readonly<Record<Platform, PlatformTraits>> = {
  tiktok: { account: 'profile', choosesAudience: true, fetchesVideo: false, reportsWatchTime: false, isPromoted: true },
  youtube: {
    account: 'channel',
    choosesAudience: false,
    fetchesVideo: false,
    reportsWatchTime: true,
    isPromoted: true,
  },
  facebook: { account: 'page', choosesAudience: false, fetchesVideo: false, reportsWatchTime: true, isPromoted: true },
  instagram: {
    account: 'profile',
    choosesAudience: false,
    fetchesVideo: true,
    reportsWatchTime: true,
    isPromoted: true,
  },
};

export const fetchesVideo = (platform: Platform): boolean => platformTraits[platform].fetchesVideo;

export const isPlatform = memberOf(platforms);
