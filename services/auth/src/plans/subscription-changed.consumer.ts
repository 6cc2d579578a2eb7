import type { Clock } from '@reelwright/clock';
import type { SubscriptionChanged } from '@reelwright/contracts';
import type { EventHandler } from '@reelwright/kafka';
import type { AuthDatabase } from '../database.ts';
import type { Mailer } from '../mail/mailer.ts';
import { findUser } from '../users/user.repository.ts';
import { notePaymentFailed } from './payment-failed-mail.ts';
import { entitlementFrom, rememberEntitlement } from './plan-snapshot.ts';

/** Keeps what billing states, so that the current user can be told while billing is down, and notes the mail it asks for. */
export function keepEntitlement(clock: Clock, mailer: Mailer): EventHandler<AuthDatabase, SubscriptionChanged> {
  return async (trx, { payload }) => {
    const userId = Number(payload.userId);
    // The account may have been deleted while the event was on its way.
    const user = await findUser(trx, userId);
    if (!user) return;
    const entitlement = entitlementFrom(payload);
    await rememberEntitlement(trx, userId, entitlement, payload.revision, clock.now());
    await notePaymentFailed(trx, mailer, user, { entitlement, revision: payload.revision });
  };
}
