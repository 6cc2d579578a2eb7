import type { FullDayCause } from '@reelwright/product';
import { type Platform, titles } from '../platforms/platform.ts';
import { dayIn } from './days.ts';
import { platformBudgets } from './platform-budgets.ts';

/** Why a post goes out on another day than its entry says. */
export interface Moved {
  /** BUDGET_SPENT: by our count the day is full, of the account or of all Reelwright. DAILY_LIMIT: the platform says that the account's is. */
  readonly code: FullDayCause;
  /** When it would have gone out, as an ISO instant. */
  readonly from: string;
  /** The zone of its hour; empty where it is not known. */
  readonly timeZone: string;
}

const DAY_MS = 86_400_000;

/**
 * The cause and the new time: 'YouTube takes no more from Reelwright today; goes out tomorrow at 09:00.' Where the day is
 * the account's own, it names what it takes: 'TikTok takes 15 posts a day from one account; this one goes out …'.
 * @param now says today and tomorrow; without it days have their dates, for words that are kept and read later.
 */
export function movedSentence(platform: Platform, moved: Moved, goesOutAt: Date, now?: Date): string {
  const zone = moved.timeZone || 'UTC';
  const day = (at: Date) => {
    if (now && dayIn(zone, at) === dayIn(zone, now)) return 'today';
    if (now && dayIn(zone, at) === dayIn(zone, new Date(now.getTime() + DAY_MS))) return 'tomorrow';
    return `on ${new Intl.DateTimeFormat('en-US', { timeZone: zone, day: 'numeric', month: 'long' }).format(at)}`;
  };
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(goesOutAt);
  const clock = moved.timeZone ? hour : `${hour} UTC`;
  const { scope, perDay } = platformBudgets[platform];
  if (moved.code === 'BUDGET_SPENT' && scope === 'account') {
    return `${titles[platform]} takes ${perDay} posts a day from one account; this one goes out ${day(goesOutAt)} at ${clock}.`;
  }
  const from = moved.code === 'DAILY_LIMIT' ? 'this account' : 'Reelwright';
  return `${titles[platform]} takes no more from ${from} ${day(new Date(moved.from))}; goes out ${day(goesOutAt)} at ${clock}.`;
}
