import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { lockAccount } from '../usage/account.repository.ts';

/** Erases what is held of a user. The account's row stays, empty, so that late events bring nothing back. */
export function userDeleted(clock: Clock): Subscription<SchedulingDatabase> {
  return on(events.UserDeleted, async (trx: Transaction<SchedulingDatabase>, { payload: { userId } }) => {
    const now = clock.now();
    await lockAccount(trx, userId, now);
    const videos = trx.selectFrom('scheduled_videos').select('id').where('user_id', '=', userId);
    for (const table of ['video_renders', 'video_deliveries', 'video_posts'] as const) {
      await trx.deleteFrom(table).where('video_id', 'in', videos).execute();
    }
    for (const table of ['scheduled_videos', 'video_configurations', 'video_regenerations', 'usage_ledger'] as const) {
      await trx.deleteFrom(table).where('user_id', '=', userId).execute();
    }
    await trx
      .updateTable('usage_accounts')
      .set({
        tier: 'free',
        status: 'none',
        videos_per_month: 1,
        month_anchor: null,
        entitled_until: null,
        deleted_at: now,
      })
      .where('user_id', '=', userId)
      .execute();
  });
}
