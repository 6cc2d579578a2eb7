import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { PublishingDatabase } from '../database.ts';
import { saveEntitlement } from './entitlements.ts';

export function entitlementSubscription(): Subscription<PublishingDatabase> {
  return on(events.SubscriptionChanged, async (trx, { payload }) => {
    const { userId, tier, entitledUntil = null, revision } = payload;
    await saveEntitlement(trx, userId, { tier, entitled_until: entitledUntil, revision });
  });
}
