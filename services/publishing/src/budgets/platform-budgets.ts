import type { Platform } from '../platforms/platform.ts';

/** What a platform takes from one account, or from all of Reelwright, in a day. */
export interface Budget {
  readonly perDay: number;
  readonly scope: 'app' | 'account';
  /** The call that counts at the platform: the one that begins the upload, or the one that makes the post. */
  readonly at: 'stage' | 'commit';
  /** The zone at whose midnight the platform's day ends. */
  readonly timeZone: string;
}

/**
 * - YouTube: 100 `videos.insert` a day for the whole project, counted where the upload session begins; midnight Pacific.
 * - TikTok: about 15 posts a day and creator, over all apps.
 * - Instagram: the documents say 50 and 100; preflight reads what holds for the account.
 * - Facebook: 30 reels a day and Page, enforced at `finish`.
 *
 * The last three count the past 24 hours; a day of UTC is as near as a plan can come. Where the platform itself says
 * that it takes no more, that counts.
 */
export const platformBudgets: Readonly<Record<Platform, Budget>> = {
  youtube: { perDay: 100, scope: 'app', at: 'stage', timeZone: 'America/Los_Angeles' },
  tiktok: { perDay: 15, scope: 'account', at: 'commit', timeZone: 'UTC' },
  instagram: { perDay: 50, scope: 'account', at: 'commit', timeZone: 'UTC' },
  facebook: { perDay: 30, scope: 'account', at: 'commit', timeZone: 'UTC' },
};
