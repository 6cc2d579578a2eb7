import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { ConnectionListener } from '../connections/connection-change.ts';
import type { PublishingDatabase } from '../database.ts';
import { lockUser } from '../users/user-lock.ts';
import { eraseAccount } from './erase-account.ts';

export function userDeletedSubscription(
  deps: { readonly clock: Clock; readonly wake: () => void } & ConnectionListener,
): Subscription<PublishingDatabase> {
  return on(events.UserDeleted, async (trx, { payload: { userId } }) => {
    await lockUser(trx, userId);
    await eraseAccount(trx, deps, userId);
    deps.wake();
  });
}
