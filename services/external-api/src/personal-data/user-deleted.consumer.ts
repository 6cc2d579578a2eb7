import type { Clock } from '@reelwright/clock';
import { events, type UserDeleted } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { ExternalApiDatabase } from '../database.ts';
import { eraseUser } from './erase-user.ts';

export function accountSubscriptions(clock: Clock): Subscription<ExternalApiDatabase>[] {
  const forgetUser: EventHandler<ExternalApiDatabase, UserDeleted> = async (trx, { payload: { userId } }) => {
    await eraseUser(trx, userId, clock.now());
  };
  return [on(events.UserDeleted, forgetUser)];
}
