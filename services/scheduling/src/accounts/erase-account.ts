import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { lockAccount, NO_PLAN } from '../usage/account.repository.ts';

/** Erases what is held of a user and says so. The account's row stays, empty, so that late events bring nothing back. */
export async function eraseAccount(trx: Transaction<SchedulingDatabase>, userId: string, now: Date): Promise<void> {
  await lockAccount(trx, userId, now);
  const videos = trx.selectFrom('scheduled_videos').select('id').where('user_id', '=', userId);
  for (const table of ['video_renders', 'video_deliveries', 'video_posts'] as const) {
    await trx.deleteFrom(table).where('video_id', 'in', videos).execute();
  }
  await trx.deleteFrom('announced_posts').where('user_id', '=', userId).execute();
  const erase = async (table: 'scheduled_videos' | 'video_configurations' | 'video_regenerations' | 'usage_ledger') => {
    const { numDeletedRows } = await trx.deleteFrom(table).where('user_id', '=', userId).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  };
  const items = [
    { what: 'calendar entries', count: await erase('scheduled_videos') },
    { what: 'video settings', count: await erase('video_configurations') },
    { what: 'regenerations', count: await erase('video_regenerations') },
    { what: 'usage records', count: await erase('usage_ledger') },
  ];
  await trx
    .updateTable('usage_accounts')
    .set({
      tier: 'free',
      status: 'none',
      videos_per_month: 1,
      ...NO_PLAN,
      deleted_at: now,
    })
    .where('user_id', '=', userId)
    .execute();
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'scheduling', items, erasedAt: now }, now);
}
