import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { GenerationDatabase } from '../database.ts';
import { eraseUser } from './erase-user.ts';

export function accountSubscriptions(clock: Clock): Subscription<GenerationDatabase>[] {
  return [on(events.UserDeleted, (trx, { payload }) => eraseUser(trx, payload.userId, clock.now()))];
}
