import type { Clock } from '@reelwright/clock';
import { events, type UserDeleted, type UserProfileChanged, type UserRegistered } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import { saveProfile } from '../accounts/account.repository.ts';
import type { BillingDatabase } from '../database.ts';
import { eraseAccount } from './erase-account.ts';

/** Consumes auth's events: names and e-mail for the customer at Stripe, and deleted users. */
export function userSubscriptions(clock: Clock): Subscription<BillingDatabase>[] {
  return [
    on<BillingDatabase, UserRegistered>(events.UserRegistered, async (trx, { payload }) => {
      await saveProfile(trx, payload);
    }),
    on<BillingDatabase, UserProfileChanged>(events.UserProfileChanged, async (trx, { payload }) => {
      await saveProfile(trx, payload);
    }),
    on<BillingDatabase, UserDeleted>(events.UserDeleted, async (trx, { payload: { userId }, occurredAt }) => {
      await eraseAccount(trx, userId, { real: clock.real(), leftAt: occurredAt });
    }),
  ];
}
