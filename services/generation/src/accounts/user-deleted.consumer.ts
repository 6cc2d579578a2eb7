import type { Clock } from '@reelwright/clock';
import { events, type UserDeleted } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { GenerationDatabase } from '../database.ts';
import { eraseUser, lockUser } from '../users/deleted-users.ts';

/** The eraser then removes the files of the marked jobs and the rows; what a runner still draws is dropped by it. */
export function accountSubscriptions(clock: Clock): Subscription<GenerationDatabase>[] {
  const forgetUser: EventHandler<GenerationDatabase, UserDeleted> = async (trx, { payload }) => {
    await lockUser(trx, payload.userId);
    await eraseUser(trx, payload.userId, clock.now());
  };
  return [on(events.UserDeleted, forgetUser)];
}
