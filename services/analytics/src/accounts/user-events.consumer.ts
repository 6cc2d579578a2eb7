import type { Clock } from '@reelwright/clock';
import { events, type UserDeleted, type UserRegistered } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { AnalyticsDatabase } from '../database.ts';
import { insertUser, lockUser } from '../users/user.repository.ts';
import { eraseAccount } from './erase-account.ts';

const countUser: EventHandler<AnalyticsDatabase, UserRegistered> = async (trx, { payload, occurredAt }) => {
  if (await lockUser(trx, payload.userId)) await insertUser(trx, payload.userId, occurredAt);
};

function erase(clock: Clock): EventHandler<AnalyticsDatabase, UserDeleted> {
  return async (trx, { payload }) => {
    if (await lockUser(trx, payload.userId)) await eraseAccount(trx, payload.userId, clock.now());
  };
}

export const userSubscriptions = (clock: Clock): Subscription<AnalyticsDatabase>[] => [
  on(events.UserRegistered, countUser),
  on(events.UserDeleted, erase(clock)),
];
