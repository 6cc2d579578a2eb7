import { type Platform, platforms, type Style, styles } from '@reelwright/product';
import type { SeenPost } from './views.repository.ts';

/** What several posts have together. Posts without numbers count in `posts` only. */
export interface Sum {
  readonly posts: number;
  readonly measuredPosts: number;
  readonly views: number;
  readonly likes: number;
  readonly watchSeconds: number;
  /** Null without a post whose views are known. */
  readonly viewsPerPost: number | null;
}

export interface Summary {
  readonly totals: Sum;
  /** Those with a post, in the product's order. */
  readonly platforms: readonly (Sum & { readonly platform: Platform })[];
  readonly styles: readonly (Sum & { readonly style: Style })[];
  /** All hours of a day, 0 to 23, in the given zone. */
  readonly hours: readonly (Sum & { readonly hour: number })[];
  /** The hours with the most views per post, the best first; empty while no hour has enough posts. */
  readonly bestHours: readonly number[];
  /** When a platform last reported a number. */
  readonly measuredAt: Date | null;
}

/** An hour with fewer posts says nothing about the hour. */
const LEAST_POSTS = 2;
const MOST_BEST_HOURS = 3;

/** Adds up a user's posts: together, and by platform, style and hour of the day in a zone. Pure. */
export function summarise(posts: readonly SeenPost[], timeZone: string): Summary {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const byHour = Map.groupBy(posts, ({ postedAt }) => Number(format.format(postedAt)));
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, ...sumOf(byHour.get(hour) ?? []) }));
  const measured = posts.flatMap(({ measuredAt }) => measuredAt ?? []);
  return {
    totals: sumOf(posts),
    platforms: platforms
      .map((platform) => ({ platform, ...sumOf(posts.filter((post) => post.platform === platform)) }))
      .filter(({ posts: count }) => count > 0),
    styles: styles
      .map((style) => ({ style, ...sumOf(posts.filter((post) => post.style === style)) }))
      .filter(({ posts: count }) => count > 0),
    hours,
    bestHours: bestOf(hours),
    measuredAt: measured.length > 0 ? new Date(Math.max(...measured.map(Number))) : null,
  };
}

function sumOf(posts: readonly SeenPost[]): Sum {
  const add = (name: 'views' | 'likes' | 'watchSeconds') => posts.reduce((sum, post) => sum + (post[name] ?? 0), 0);
  const measuredPosts = posts.filter(({ views }) => views !== null).length;
  const views = add('views');
  return {
    posts: posts.length,
    measuredPosts,
    views,
    likes: add('likes'),
    watchSeconds: add('watchSeconds'),
    viewsPerPost: measuredPosts === 0 ? null : Math.round((views / measuredPosts) * 10) / 10,
  };
}

function bestOf(hours: readonly (Sum & { readonly hour: number })[]): number[] {
  return hours
    .filter(({ measuredPosts, views }) => measuredPosts >= LEAST_POSTS && views > 0)
    .sort((a, b) => (b.viewsPerPost ?? 0) - (a.viewsPerPost ?? 0) || b.posts - a.posts || a.hour - b.hour)
    .slice(0, MOST_BEST_HOURS)
    .map(({ hour }) => hour);
}
