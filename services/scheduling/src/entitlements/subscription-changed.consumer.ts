import type { Clock } from '@reelwright/clock';
import { events, type SubscriptionChanged } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { SchedulingDatabase } from '../database.ts';
import { applyEntitlement } from './apply-entitlement.ts';

export function subscriptionChanged(clock: Clock): Subscription<SchedulingDatabase> {
  return on<SchedulingDatabase, SubscriptionChanged>(events.SubscriptionChanged, async (trx, { payload }) => {
    await applyEntitlement(trx, payload, clock.now());
  });
}
