import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { SchedulingDatabase } from '../database.ts';
import { eraseAccount } from './erase-account.ts';

export function userDeleted(clock: Clock): Subscription<SchedulingDatabase> {
  return on(events.UserDeleted, (trx, { payload: { userId } }) => eraseAccount(trx, userId, clock.now()));
}
