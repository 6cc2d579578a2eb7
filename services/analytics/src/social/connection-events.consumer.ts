import { type ConnectionChanged, events } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { AnalyticsDatabase } from '../database.ts';
import { lockUser } from '../users/user.repository.ts';
import { saveConnection } from './connection.repository.ts';

const projectConnection: EventHandler<AnalyticsDatabase, ConnectionChanged> = async (trx, { payload }) => {
  const { userId, platform, state, revision } = payload;
  if (!(await lockUser(trx, userId))) return;
  await saveConnection(trx, { user_id: userId, platform, state, revision });
};

export const connectionSubscriptions = (): Subscription<AnalyticsDatabase>[] => [
  on(events.ConnectionChanged, projectConnection),
];
