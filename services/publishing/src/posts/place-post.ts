import type { Kysely, Transaction } from 'kysely';
import { type BudgetKey, closeDay, lockBudget, returnSlot, takeSlot, usedSlots } from '../budgets/budget.repository.ts';
import { dayIn, possibleTimes } from '../budgets/days.ts';
import type { Moved } from '../budgets/moved.ts';
import { type DailyLimits, platformBudgets } from '../budgets/platform-budgets.ts';
import { findConnection } from '../connections/connections.repository.ts';
import type { PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';
import { changePost, returnSlotOf } from './change-post.ts';

type Trx = Transaction<PublishingDatabase>;

/** The time, and how much a day of each platform takes. */
export interface Today {
  readonly now: Date;
  readonly limits: DailyLimits;
}

interface Placing extends Today {
  /** The post's video, locked or read in this transaction. */
  readonly video: VideoRow;
  /** A new time for the post. Without it the post keeps its time. */
  readonly dueAt?: Date;
  /** The code by which the platform itself says that today is full. */
  readonly refused?: Moved['code'];
}

/**
 * When a post may go out. YouTube's uploads are counted by its day, so a partner's post, whose hour nobody chose, goes out
 * when the next day begins. The other platforms count the past 24 hours.
 */
export const timesOf = (platform: Platform, video: VideoRow, { dueAt, now }: { dueAt: Date; now: Date }) => {
  const { scope, timeZone: platformZone } = platformBudgets[platform];
  const keepsHour = video.source === 'entry' || scope === 'account';
  return possibleTimes({ dueAt, now, timeZone: video.time_zone, keepsHour, platformZone });
};

/**
 * Gives a locked post a slot in its platform's day, or in the next day that has room (see `timesOf`), and announces a new
 * time. Without an account there is no budget yet; the slot is then taken later, at the latest before the
 * commit.
 * @returns the post; its `budget_day` is null if it needs no slot, can't have one yet, or the next month is full
 */
export async function placePost(trx: Trx, post: PostRow, placing: Placing): Promise<PostRow> {
  const { now, limits, refused, video } = placing;
  const dueAt = placing.dueAt ?? post.due_at;
  const moved = placing.dueAt ? null : post.moved;
  const budget = platformBudgets[post.platform];
  const perDay = limits[post.platform];
  const key = await budgetOf(trx, post);
  const place = (to: { dueAt: Date; moved: Moved | null; slot?: { scope: string; day: string } | null }) =>
    changePost(trx, post, { type: 'placed', ...to }, now, video);
  // The platform counts uploads only, and this one has begun: the post may go out on any day.
  const isCounted = budget.at === 'stage' && post.handle !== null && !refused;
  if (isCounted) return place({ dueAt, moved });
  if (!key) {
    await returnSlotOf(trx, post);
    return place({ dueAt, moved, slot: null });
  }
  await lockBudget(trx, key);
  const { time_zone: timeZone } = video;
  const [first, ...later] = timesOf(post.platform, video, { dueAt, now });
  const today = dayIn(budget.timeZone, now);
  const isSameBudget = post.budget_scope === key.scope;
  if (!refused && isSameBudget && isKept(post.budget_day, first?.day, budget.at, today)) return place({ dueAt, moved });
  await returnSlotOf(trx, post);
  // A channel's own limit says nothing about the limit of all Reelwright.
  const isFull = refused && (budget.scope === 'account' || refused === 'BUDGET_SPENT');
  if (isFull) await closeDay(trx, { ...key, day: today, perDay });
  const used = await usedSlots(trx, key, today);
  for (const { at, day } of first ? [first, ...later] : later) {
    if (refused && day <= today) continue;
    if ((used.get(day) ?? 0) >= perDay) continue;
    if (!(await takeSlot(trx, { ...key, day, limit: perDay }))) continue;
    const why = at.getTime() === dueAt.getTime() ? moved : reason(refused, dueAt, timeZone);
    return place({ dueAt: at, moved: why, slot: { scope: key.scope, day } });
  }
  // No room for a month: the post waits for the last day of it, and further placings do not delay it again.
  const last = moved && dueAt > now ? undefined : later.at(-1)?.at;
  const to = last ? { dueAt: last, moved: reason(refused, dueAt, timeZone) } : { dueAt, moved };
  return place({ ...to, slot: null });
}

/**
 * Places a post right before its upload. If the platform counts uploads, the post takes a slot of today; uploads for
 * later days take at most half of a day's slots. If `budget_day` is null or another day, the upload has to wait.
 */
export async function placeUpload(
  trx: Trx,
  post: PostRow,
  placing: Omit<Placing, 'dueAt' | 'refused'>,
): Promise<PostRow> {
  const { now, limits, video } = placing;
  const placed = await placePost(trx, post, { now, limits, video });
  const { at, timeZone } = platformBudgets[placed.platform];
  const { platform, budget_scope: scope, budget_day: slotDay, due_at: dueAt, moved } = placed;
  const today = dayIn(timeZone, now);
  if (at !== 'stage' || scope === null || slotDay === null || slotDay === today) return placed;
  const isToday = await takeSlot(trx, { platform, scope, day: today, limit: Math.floor(limits[platform] / 2) });
  if (!isToday) return placed;
  await returnSlot(trx, { platform, scope, day: slotDay });
  return changePost(trx, placed, { type: 'placed', dueAt, moved, slot: { scope, day: today } }, now, video);
}

/** The budget of a post; undefined while its user has no account on the platform. */
async function budgetOf(
  db: Kysely<PublishingDatabase>,
  post: { readonly user_id: string; readonly platform: Platform },
): Promise<BudgetKey | undefined> {
  const { platform } = post;
  if (platformBudgets[platform].scope === 'app') return { platform, scope: 'app' };
  const connection = await findConnection(db, post.user_id, platform);
  const scope = connection?.state === 'disconnected' ? null : connection?.account_id;
  return scope ? { platform, scope } : undefined;
}

/** Whether the post keeps its slot: a slot of today is also valid for an upload today whose post goes out later. */
function isKept(slotDay: string | null, firstDay: string | undefined, at: 'stage' | 'commit', today: string): boolean {
  return slotDay !== null && (slotDay === firstDay || (at === 'stage' && slotDay === today));
}

function reason(refused: Moved['code'] | undefined, dueAt: Date, timeZone: string): Moved {
  return { code: refused ?? 'BUDGET_SPENT', from: dueAt.toISOString(), timeZone };
}
