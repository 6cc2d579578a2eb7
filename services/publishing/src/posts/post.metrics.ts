import type { Clock } from '@reelwright/clock';
import type { Metrics } from '@reelwright/metrics';
import type { Kysely } from 'kysely';
import type { PublishingDatabase } from '../database.ts';

/** The lateness of the oldest due step, and the number of unconfirmed posts: both have alerts. */
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
}
