import { events, type UserDeleted } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import { sql } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';

/** Erases what a user's keys did; the eraser removes the video files and then their rows. */
const eraseUser: EventHandler<ExternalApiDatabase, UserDeleted> = async (trx, { payload: { userId } }) => {
  await trx
    .updateTable('uploads')
    .set({ erase_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .execute();
  await trx.deleteFrom('partner_posts').where('user_id', '=', userId).execute();
  await trx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
};

export const accountSubscriptions = (): Subscription<ExternalApiDatabase>[] => [on(events.UserDeleted, eraseUser)];
