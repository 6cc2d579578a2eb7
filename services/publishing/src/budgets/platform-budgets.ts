import type { Platform } from '../platforms/platform.ts';

/** How many posts a platform accepts per day, from one account or from all of Reelwright. */
export interface Budget {
  readonly perDay: number;
  readonly scope: 'app' | 'account';
  /** The call that the platform counts: the one that begins the upload, or the one that makes the post. */
  readonly at: 'stage' | 'commit';
  /** The zone at whose midnight the platform's day ends. */
  readonly timeZone: string;
}

/**
 * - YouTube: 100 `videos.insert` a day for the whole project, counted where the upload session begins; midnight
 *   Pacific.
 * - TikTok: about 15 posts per creator and day, over all apps.
 * - Instagram: 50 or 100, by different pages of its documentation; preflight reads the account's own limit.
 * - Facebook: 30 reels per Page and day, enforced at `finish`.
 *
 * The last three count the past 24 hours, which a day of UTC approximates. A platform's own refusal overrides these
 * numbers.
 */
export const platformBudgets: Readonly<Record<Platform, Budget>> = {
  youtube: { perDay: 100, scope: 'app', at: 'stage', timeZone: 'America/Los_Angeles' },
  tiktok: { perDay: 15, scope: 'account', at: 'commit', timeZone: 'UTC' },
  instagram: { perDay: 50, scope: 'account', at: 'commit', timeZone: 'UTC' },
  facebook: { perDay: 30, scope: 'account', at: 'commit', timeZone: 'UTC' },
};
