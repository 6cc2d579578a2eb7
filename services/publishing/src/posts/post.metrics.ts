import type { Clock } from '@reelwright/clock';
import type { Measurements } from '@reelwright/measurements';
import { type Kysely, sql } from 'kysely';
import { usedSlots } from '../budgets/budget.repository.ts';
import { dayIn } from '../budgets/days.ts';
import { type DailyLimits, platformBudgets } from '../budgets/platform-budgets.ts';
import type { PublishingDatabase } from '../database.ts';
import { platforms } from '../platforms/platform.ts';
import type { Today } from './place-post.ts';

/** Counting further would not add a replica. */
const MOST_COUNTED = 10_000;

type Db = Kysely<PublishingDatabase>;

const definitions = {
  publishing_due_lag_seconds: {
    type: 'gauge',
    help: 'How long the oldest due step that no worker has claimed has waited, s of product time',
  },
  publishing_due_posts: { type: 'gauge', help: 'Posts with a due step, claimed or not; 10000 at most' },
  publishing_unconfirmed_posts: { type: 'gauge', help: 'Posts whose end is not known' },
  publishing_budget_left: {
    type: 'gauge',
    help: 'Uploads and posts that all accounts together may still send to a platform today',
  },
} as const;

/**
 * How long due steps wait for a worker and the number of unconfirmed posts, which have alerts; the number of due posts, by
 * which replicas are added and removed; and budgets of platforms.
 */
export function measurePosts(
  measurements: Measurements,
  db: Db,
  { clock, limits }: { clock: Clock; limits: DailyLimits },
): void {
  measurements.add('posts', definitions, async () => ({
    ...(await readQueue(db, clock.now())),
    publishing_budget_left: await readBudgets(db, { now: clock.now(), limits }),
  }));
}

async function readQueue(db: Db, now: Date) {
  const { rows } = await sql<{ oldest: Date | null; due: number; unconfirmed: number }>`
    select (select min(next_action_at) from posts
             where next_action_at <= ${now} and (leased_until is null or leased_until < clock_timestamp())) as oldest,
           (select count(*)::int from (select 1 from posts where next_action_at <= ${now} limit ${MOST_COUNTED}) as rows) as due,
           (select count(*)::int from posts where state = 'unconfirmed') as unconfirmed`.execute(db);
  const { oldest, due, unconfirmed } = rows[0] ?? { oldest: null, due: 0, unconfirmed: 0 };
  return {
    publishing_due_lag_seconds: oldest ? (now.getTime() - oldest.getTime()) / 1_000 : 0,
    publishing_due_posts: due,
    publishing_unconfirmed_posts: unconfirmed,
  };
}

function readBudgets(db: Db, { now, limits }: Today) {
  const shared = platforms.filter((platform) => platformBudgets[platform].scope === 'app');
  return Promise.all(
    shared.map(async (platform) => {
      const { timeZone } = platformBudgets[platform];
      const today = dayIn(timeZone, now);
      const used = await usedSlots(db, { platform, scope: 'app' }, today);
      return { labels: { platform }, value: Math.max(0, limits[platform] - (used.get(today) ?? 0)) };
    }),
  );
}
