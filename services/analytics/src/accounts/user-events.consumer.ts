import type { Clock } from '@reelwright/clock';
import { events, type UserDeleted, type UserRegistered } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { AnalyticsDatabase } from '../database.ts';
import { eraseUser, lockUser } from './account.repository.ts';

const countUser: EventHandler<AnalyticsDatabase, UserRegistered> = async (trx, { payload, occurredAt }) => {
  if (!(await lockUser(trx, payload.userId))) return;
  await trx
    .insertInto('users')
    .values({ user_id: payload.userId, registered_at: occurredAt })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
};

function forgetUser(clock: Clock): EventHandler<AnalyticsDatabase, UserDeleted> {
  return async (trx, { payload }) => {
    if (!(await lockUser(trx, payload.userId))) return;
    await eraseUser(trx, payload.userId, clock.now());
  };
}

export const accountSubscriptions = (clock: Clock): Subscription<AnalyticsDatabase>[] => [
  on(events.UserRegistered, countUser),
  on(events.UserDeleted, forgetUser(clock)),
];
