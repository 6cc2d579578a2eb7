import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { PublishingDatabase } from '../database.ts';
import { lockUser } from '../users/user-lock.ts';
import { eraseAccount } from './erase-account.ts';

export function userDeletedSubscription({
  clock,
  wake,
}: {
  clock: Clock;
  wake: () => void;
}): Subscription<PublishingDatabase> {
  return on(events.UserDeleted, async (trx, { payload: { userId } }) => {
    await lockUser(trx, userId);
    await eraseAccount(trx, clock, userId);
    wake();
  });
}
