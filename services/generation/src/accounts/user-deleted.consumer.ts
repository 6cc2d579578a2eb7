import { events, type UserDeleted } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import { sql } from 'kysely';
import type { GenerationDatabase } from '../database.ts';

/** Marks all a user's jobs; the eraser removes their files and then the rows. */
const eraseUser: EventHandler<GenerationDatabase, UserDeleted> = async (trx, { payload }) => {
  await trx
    .updateTable('generation_jobs')
    .set({ state: 'erasing', next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', payload.userId)
    .execute();
};

export const accountSubscriptions = (): Subscription<GenerationDatabase>[] => [on(events.UserDeleted, eraseUser)];
