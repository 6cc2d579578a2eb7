import type { Clock } from '@reelwright/clock';
import type { Metrics } from '@reelwright/metrics';
import type { Kysely } from 'kysely';
import { usedSlots } from '../budgets/budget.repository.ts';
import { dayIn } from '../budgets/days.ts';
import { platformBudgets } from '../budgets/platform-budgets.ts';
import type { PublishingDatabase } from '../database.ts';
import { platforms } from '../platforms/platform.ts';

/** The lateness of the oldest due step and the number of unconfirmed posts, which have alerts, and budgets of platforms. */
export function observePosts(metrics: Metrics, db: Kysely<PublishingDatabase>, clock: Clock): void {
  metrics.gauge('publishing_due_lag_seconds', 'Lateness of the oldest due step of a post', [], async (gauge) => {
    const row = await db
      .selectFrom('posts')
      .select('next_action_at')
      .where('next_action_at', '<=', clock.now())
      .orderBy('next_action_at')
      .limit(1)
      .executeTakeFirst();
    gauge.set(row?.next_action_at ? (clock.now().getTime() - row.next_action_at.getTime()) / 1000 : 0);
  });
  metrics.gauge('publishing_unconfirmed_posts', 'Posts whose end is not known', [], async (gauge) => {
    const row = await db
      .selectFrom('posts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'unconfirmed')
      .executeTakeFirst();
    gauge.set(Number(row?.count ?? 0));
  });
  const shared = platforms.filter((platform) => platformBudgets[platform].scope === 'app');
  metrics.gauge(
    'publishing_budget_left',
    'What all of Reelwright may still send to a platform today',
    ['platform'],
    async (gauge) => {
      for (const platform of shared) {
        const { perDay, timeZone } = platformBudgets[platform];
        const today = dayIn(timeZone, clock.now());
        const used = await usedSlots(db, { platform, scope: 'app' }, today);
        gauge.set({ platform }, Math.max(0, perDay - (used.get(today) ?? 0)));
      }
    },
  );
}
