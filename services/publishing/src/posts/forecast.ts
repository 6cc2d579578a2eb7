import { uncommittedStates } from '@reelwright/product';
import type { Kysely } from 'kysely';
import { usedSlots } from '../budgets/budget.repository.ts';
import { dayIn, type PossibleTime, possibleTimes } from '../budgets/days.ts';
import type { Moved } from '../budgets/moved.ts';
import { type DailyLimits, platformBudgets } from '../budgets/platform-budgets.ts';
import { connectionProblem } from '../connections/connection-problem.ts';
import { listConnections } from '../connections/connections.repository.ts';
import { endOf } from '../connections/token-times.ts';
import type { ConnectionRow, PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import type { Login } from '../platforms/login.ts';
import { isPlatform, type Level, type Platform } from '../platforms/platform.ts';
import { type ForeseenRefusal, foreseeRefusals, type PlannedPost } from './foresee-refusals.ts';

/** What is foreseen of the posts of a calendar. */
export interface Forecast {
  readonly moved: readonly MovedPost[];
  readonly refused: readonly ForeseenRefusal[];
}

/** A post that goes out at another time than planned. */
export interface MovedPost {
  readonly videoId: string;
  readonly platform: Platform;
  readonly moved: Moved;
  readonly goesOutAt: Date;
}

interface Wanted {
  readonly videoId: string;
  readonly platform: Platform;
  readonly publishAt: Date;
}

/**
 * Which of a user's posts their platforms currently have no room for, and when they go out instead; and which of them
 * can't go out at all as their connections are now. Reserves nothing.
 *
 * It counts the slots that are held and the given posts. It does not know other users' entries before they are
 * requested (they share YouTube's day), posts of other apps, future posts of partners, and undocumented limits.
 * Accounts that can't be posted to take no room.
 */
export async function forecastPosts(
  deps: {
    readonly db: Kysely<PublishingDatabase>;
    readonly levels: Readonly<Record<Platform, Level>>;
    readonly limits: DailyLimits;
    readonly logins: Readonly<Record<Platform, Login>>;
  },
  given: {
    readonly userId: string;
    readonly timeZone: string;
    readonly posts: readonly PlannedPost[];
    readonly now: Date;
    readonly real: Date;
  },
): Promise<Forecast> {
  const { db, levels, limits, logins } = deps;
  const { userId, posts } = given;
  if (posts.length === 0) return { moved: [], refused: [] };
  const known = await listConnections(db, userId);
  const requested = await requestedOf(db, userId, posts);
  const accounts = { connections: known, levels, endOf: (row: ConnectionRow) => endOf(logins[row.platform], row) };
  const isOpen = ({ videoId, platform }: ForeseenRefusal) => {
    const post = requested.get(`${videoId} ${platform}`);
    return !post || uncommittedStates.includes(post.state);
  };
  const refused = foreseeRefusals(posts, accounts, given).filter(isOpen);
  const usable = known.filter(
    (connection) => !connectionProblem(connection.platform, connection, levels[connection.platform]),
  );
  const moved = usable.length > 0 ? await movedPosts({ db, limits }, usable, requested, given) : [];
  return { moved, refused };
}

type Given = Parameters<typeof forecastPosts>[1];

async function movedPosts(
  { db, limits }: { readonly db: Kysely<PublishingDatabase>; readonly limits: DailyLimits },
  connections: readonly ConnectionRow[],
  requested: ReadonlyMap<string, Requested>,
  { timeZone, posts, now }: Given,
): Promise<MovedPost[]> {
  const tallies = await openTallies({ db, limits }, connections, now);

  const wanted: Wanted[] = [];
  const found: MovedPost[] = [];
  for (const { videoId, publishAt, platforms } of posts) {
    for (const { platform } of connections) {
      if (platforms.length > 0 && !platforms.filter(isPlatform).includes(platform)) continue;
      const post = requested.get(`${videoId} ${platform}`);
      if (post && !uncommittedStates.includes(post.state)) continue;
      const tally = tallies.get(platform);
      if (post && post.publishAt?.getTime() === publishAt.getTime() && (post.budget_day || post.moved)) {
        if (post.moved) found.push({ videoId, platform, moved: post.moved, goesOutAt: post.due_at });
        continue;
      }
      // Its entry has just been moved; when that event arrives here, the slot it holds is returned.
      if (post?.budget_day && post.budget_scope === tally?.scope) tally?.give(post.budget_day);
      wanted.push({ videoId, platform, publishAt });
    }
  }
  wanted.sort((one, other) => one.publishAt.getTime() - other.publishAt.getTime());
  for (const { videoId, platform, publishAt } of wanted) {
    const tally = tallies.get(platform);
    const platformZone = platformBudgets[platform].timeZone;
    const time = firstWithRoom(
      possibleTimes({ dueAt: publishAt, now, timeZone, keepsHour: true, platformZone }),
      tally,
    );
    if (!time || time.at.getTime() === publishAt.getTime()) continue;
    const moved: Moved = { code: 'BUDGET_SPENT', from: publishAt.toISOString(), timeZone };
    found.push({ videoId, platform, moved, goesOutAt: time.at });
  }
  return found.sort((one, other) => one.goesOutAt.getTime() - other.goesOutAt.getTime());
}

/** Takes a slot of the first day that has one; undefined if none has. */
function firstWithRoom(times: Iterable<PossibleTime>, tally: Tally | undefined): PossibleTime | undefined {
  for (const time of times) if (tally?.take(time.day)) return time;
  return undefined;
}

type Requested = PostRow & { readonly publishAt: VideoRow['publish_at'] };

async function requestedOf(
  db: Kysely<PublishingDatabase>,
  userId: string,
  posts: readonly PlannedPost[],
): Promise<Map<string, Requested>> {
  const rows = await db
    .selectFrom('posts as t')
    .innerJoin('videos as v', 'v.id', 't.video_id')
    .selectAll('t')
    .select('v.publish_at as publishAt')
    .where('t.user_id', '=', userId)
    .where(
      't.video_id',
      'in',
      posts.map(({ videoId }) => videoId),
    )
    .execute();
  return new Map(rows.map((row) => [`${row.video_id} ${row.platform}`, row]));
}

type Tally = Awaited<ReturnType<typeof openTallies>> extends ReadonlyMap<Platform, infer T> ? T : never;

/** A copy of each platform's budget, to count with without changing a row. */
async function openTallies(
  { db, limits }: { db: Kysely<PublishingDatabase>; limits: DailyLimits },
  connections: readonly ConnectionRow[],
  now: Date,
) {
  const opened = connections.map(async ({ platform, account_id: accountId }) => {
    const budget = platformBudgets[platform];
    const scope = budget.scope === 'app' ? 'app' : (accountId ?? '');
    const taken = await usedSlots(db, { platform, scope }, dayIn(budget.timeZone, now));
    const used = (day: string) => taken.get(day) ?? 0;
    return {
      platform,
      scope,
      give: (day: string) => taken.set(day, used(day) - 1),
      take(day: string): boolean {
        if (used(day) >= limits[platform]) return false;
        taken.set(day, used(day) + 1);
        return true;
      },
    };
  });
  return new Map((await Promise.all(opened)).map((tally) => [tally.platform, tally]));
}
