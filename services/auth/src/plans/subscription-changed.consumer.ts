import type { Clock } from '@reelwright/clock';
import type { SubscriptionChanged } from '@reelwright/contracts';
import type { EventHandler } from '@reelwright/kafka';
import type { AuthDatabase } from '../database.ts';
import { findUser } from '../users/user.repository.ts';
import { rememberEntitlement } from './plan-snapshot.ts';

/** Keeps what billing states, so that the current user can be told while billing is down. */
export function keepEntitlement(clock: Clock): EventHandler<AuthDatabase, SubscriptionChanged> {
  return async (trx, { payload }) => {
    const userId = Number(payload.userId);
    // The account may have been deleted while the event was on its way.
    if (!(await findUser(trx, userId))) return;
    await rememberEntitlement(
      trx,
      userId,
      {
        tier: payload.tier,
        videosPerMonth: payload.videosPerMonth,
        isAnnual: payload.isAnnual,
        stripeSubscriptionId: payload.stripeSubscriptionId || null,
        cancelledAt: payload.cancelledAt?.toISOString() ?? null,
        expiresAt: payload.expiresAt?.toISOString() ?? null,
        entitledUntil: payload.entitledUntil?.toISOString() ?? null,
      },
      payload.revision,
      clock.now(),
    );
  };
}
