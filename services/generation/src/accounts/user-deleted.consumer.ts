import { events, type UserDeleted } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { GenerationDatabase } from '../database.ts';
import { eraseUser, lockUser } from './account.repository.ts';

/** The eraser then removes the files of the marked jobs and the rows; what a runner still draws is dropped by it. */
const forgetUser: EventHandler<GenerationDatabase, UserDeleted> = async (trx, { payload, occurredAt }) => {
  await lockUser(trx, payload.userId);
  await eraseUser(trx, payload.userId, occurredAt);
};

export const accountSubscriptions = (): Subscription<GenerationDatabase>[] => [on(events.UserDeleted, forgetUser)];
