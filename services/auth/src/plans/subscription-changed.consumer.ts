import type { Clock } from '@reelwright/clock';
import { events, type SubscriptionChanged } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { AuthDatabase } from '../database.ts';
import type { Mailer } from '../mail/mailer.ts';
import { findUser } from '../users/user.repository.ts';
import { enqueuePaymentFailedMail } from './payment-failed-mail.ts';
import { entitlementFrom, saveEntitlement } from './plan-snapshot.ts';

/** Saves the entitlement for the time when billing is down, and enqueues the mail about a failed payment. */
function saveChangedEntitlement(clock: Clock, mailer: Mailer): EventHandler<AuthDatabase, SubscriptionChanged> {
  return async (trx, { payload }) => {
    const userId = Number(payload.userId);
    // The account may have been deleted before the event arrived.
    const user = await findUser(trx, userId);
    if (!user) return;
    const entitlement = entitlementFrom(payload);
    await saveEntitlement(trx, userId, entitlement, payload.revision, clock.now());
    await enqueuePaymentFailedMail(trx, mailer, user, { entitlement, revision: payload.revision });
  };
}

export const planSubscriptions = (clock: Clock, mailer: Mailer): Subscription<AuthDatabase>[] => [
  on(events.SubscriptionChanged, saveChangedEntitlement(clock, mailer)),
];
