import { type ConnectionChanged, events } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import { lockUser } from '../accounts/account.repository.ts';
import type { AnalyticsDatabase } from '../database.ts';

const keepConnection: EventHandler<AnalyticsDatabase, ConnectionChanged> = async (trx, { payload }) => {
  const { userId, platform, state, revision } = payload;
  if (!(await lockUser(trx, userId))) return;
  await trx
    .insertInto('connections')
    .values({ user_id: userId, platform, state, revision })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'platform'])
        .doUpdateSet({ state, revision })
        .where('connections.revision', '<', revision),
    )
    .execute();
};

export const connectionSubscriptions = (): Subscription<AnalyticsDatabase>[] => [
  on(events.ConnectionChanged, keepConnection),
];
