import type { Clock } from '@reelwright/clock';
import type { SubscriptionChanged } from '@reelwright/contracts';
import type { EventHandler } from '@reelwright/kafka';
import type { AuthDatabase } from '../database.ts';
import { findUser } from '../users/user.repository.ts';
import { entitlementFrom, rememberEntitlement } from './plan-snapshot.ts';

/** Keeps what billing states, so that the current user can be told while billing is down. */
export function keepEntitlement(clock: Clock): EventHandler<AuthDatabase, SubscriptionChanged> {
  return async (trx, { payload }) => {
    const userId = Number(payload.userId);
    // The account may have been deleted while the event was on its way.
    if (!(await findUser(trx, userId))) return;
    await rememberEntitlement(trx, userId, entitlementFrom(payload), payload.revision, clock.now());
  };
}
