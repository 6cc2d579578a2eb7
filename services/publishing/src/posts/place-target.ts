import type { Kysely, Transaction } from 'kysely';
import { chancesOf, dayIn } from '../budgets/days.ts';
import type { Moved } from '../budgets/moved.ts';
import {
  closeDay,
  givePlaceBack,
  lockPurse,
  type Purse,
  takenPlaces,
  takePlace,
} from '../budgets/places.repository.ts';
import { platformBudgets } from '../budgets/platform-budgets.ts';
import { findConnection } from '../connections/connections.repository.ts';
import type { PostTargetRow, PublishingDatabase } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';
import { announcePost } from './post.events.ts';
import { uncommitted } from './post-target.ts';

type Trx = Transaction<PublishingDatabase>;

interface Wish {
  readonly now: Date;
  /** A new time for the post: the calendar's, or now. Without it the post keeps its own. */
  readonly dueAt?: Date;
  /** The platform itself says that today is full, and by this code. */
  readonly refused?: Moved['code'];
}

/**
 * Gives a target its place in its platform's day, or on the next day that has room, at the same hour. What already has
 * the right place keeps it. Without an account there is no budget yet: the place is taken when there is one, at the
 * latest right before the post goes out.
 *
 * Call it in a transaction that has the target locked. It tells people when the time has changed, and returns the target
 * as it is then: `budget_day` is null when it needs no place, can't have one yet, or found none for a month on.
 */
export async function placeTarget(trx: Trx, target: PostTargetRow, wish: Wish): Promise<PostTargetRow> {
  const { now, refused } = wish;
  const dueAt = wish.dueAt ?? target.due_at;
  const moved = wish.dueAt ? null : target.moved;
  const budget = platformBudgets[target.platform];
  const purse = await purseOf(trx, target);
  // Its upload has begun, and that was all that counts: it may go out on any day.
  const isPaid = budget.at === 'stage' && target.handle !== null && !refused;
  if (!purse || isPaid) {
    if (!isPaid) await releasePlace(trx, target);
    return write(trx, target, isPaid ? { dueAt, moved } : { dueAt, moved, place: null }, now);
  }
  await lockPurse(trx, purse);
  const timeZone = await zoneOf(trx, target);
  const [wanted, ...later] = chancesOf({ dueAt, now, timeZone, platformZone: budget.timeZone });
  const today = dayIn(budget.timeZone, now);
  const isOwn = target.budget_scope === purse.scope;
  if (!refused && isOwn && isKept(target.budget_day, wanted?.day, budget.at, today)) {
    return write(trx, target, { dueAt, moved }, now);
  }
  await releasePlace(trx, target);
  // A channel's own limit says nothing about what all of Reelwright may still do.
  const isFull = refused && (budget.scope === 'account' || refused === 'BUDGET_SPENT');
  if (isFull) await closeDay(trx, { ...purse, day: today, perDay: budget.perDay });
  const taken = await takenPlaces(trx, purse, today);
  for (const { at, day } of wanted ? [wanted, ...later] : later) {
    if (refused && day <= today) continue;
    if ((taken.get(day) ?? 0) >= budget.perDay) continue;
    if (!(await takePlace(trx, { ...purse, day, limit: budget.perDay }))) continue;
    const why = at.getTime() === dueAt.getTime() ? moved : reason(refused, dueAt, timeZone);
    return write(trx, target, { dueAt: at, moved: why, place: { scope: purse.scope, day } }, now);
  }
  // No room for a month: it waits at the end of it, and is not put off further each time someone looks.
  const last = moved && dueAt > now ? undefined : later.at(-1)?.at;
  const to = last ? { dueAt: last, moved: reason(refused, dueAt, timeZone) } : { dueAt, moved };
  return write(trx, target, { ...to, place: null }, now);
}

/**
 * The same, right before an upload begins. Where that is what counts, it takes a place of today: uploads for later days
 * use at most half of a day, so that those who still come for it find room. `budget_day` is another day, or null, when
 * the upload has to wait.
 */
export async function placeUpload(trx: Trx, target: PostTargetRow, now: Date): Promise<PostTargetRow> {
  const placed = await placeTarget(trx, target, { now });
  const { at, perDay, timeZone } = platformBudgets[placed.platform];
  const { platform, budget_scope: scope, budget_day: held } = placed;
  const today = dayIn(timeZone, now);
  if (at !== 'stage' || scope === null || held === null || held === today) return placed;
  const isToday = await takePlace(trx, { platform, scope, day: today, limit: Math.floor(perDay / 2) });
  if (!isToday) return placed;
  await givePlaceBack(trx, { platform, scope, day: held });
  return write(trx, placed, { dueAt: placed.due_at, moved: placed.moved, place: { scope, day: today } }, now);
}

/** Whose budget a post takes from; undefined while its user has no account there. */
export async function purseOf(
  db: Kysely<PublishingDatabase>,
  post: { readonly user_id: string; readonly platform: Platform },
): Promise<Purse | undefined> {
  const { platform } = post;
  if (platformBudgets[platform].scope === 'app') return { platform, scope: 'app' };
  const connection = await findConnection(db, post.user_id, platform);
  const scope = connection?.state === 'disconnected' ? null : connection?.account_id;
  return scope ? { platform, scope } : undefined;
}

/** Gives back what a target holds and has not used. Its columns are the caller's to clear. */
export async function releasePlace(trx: Trx, target: PostTargetRow): Promise<void> {
  const { platform, budget_scope: scope, budget_day: day } = target;
  if (scope === null || day === null || isUsed(target)) return;
  await lockPurse(trx, { platform, scope });
  await givePlaceBack(trx, { platform, scope, day });
}

/** The call that counts has been made, or may have been. */
function isUsed({ platform, state, handle }: PostTargetRow): boolean {
  const begun = platformBudgets[platform].at === 'stage' && handle !== null;
  return begun || !uncommitted.includes(state);
}

/** A place of today stays good for an upload that begins today, though the post goes out later. */
function isKept(held: string | null, wanted: string | undefined, at: 'stage' | 'commit', today: string): boolean {
  return held !== null && (held === wanted || (at === 'stage' && held === today));
}

function reason(refused: Moved['code'] | undefined, dueAt: Date, timeZone: string): Moved {
  return { code: refused ?? 'BUDGET_SPENT', from: dueAt.toISOString(), timeZone };
}

async function zoneOf(trx: Trx, target: PostTargetRow): Promise<string> {
  const video = await trx
    .selectFrom('videos')
    .select('time_zone')
    .where('id', '=', target.video_id)
    .executeTakeFirstOrThrow();
  return video.time_zone;
}

async function write(
  trx: Trx,
  target: PostTargetRow,
  to: { dueAt: Date; moved: Moved | null; place?: { scope: string; day: string } | null },
  now: Date,
): Promise<PostTargetRow> {
  const { dueAt, moved, place } = to;
  const isTold = dueAt.getTime() !== target.due_at.getTime() || moved?.from !== target.moved?.from;
  const isPlaced = place !== undefined && (place?.day ?? null) !== target.budget_day;
  if (!isTold && !isPlaced && (place === undefined || (place?.scope ?? null) === target.budget_scope)) return target;
  const row = await trx
    .updateTable('post_targets')
    .set({
      due_at: dueAt,
      moved: moved && JSON.stringify(moved),
      ...(place !== undefined && { budget_scope: place?.scope ?? null, budget_day: place?.day ?? null }),
      ...(isTold && { revision: target.revision + 1, updated_at: now }),
    })
    .where('id', '=', target.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isTold) await announcePost(trx, row, now);
  return row;
}
