import type { Clock } from '@reelwright/clock';
import { events, type UserDeleted, type UserProfileChanged, type UserRegistered } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { BillingDatabase } from '../database.ts';
import { ensureAccount, lockAccount, saveProfile } from './account.repository.ts';

/** What auth says about people: names and e-mail for the customer at Stripe, and that somebody has left. */
export function userSubscriptions(clock: Clock): Subscription<BillingDatabase>[] {
  return [
    on<BillingDatabase, UserRegistered>(events.UserRegistered, async (trx, { payload }) => {
      await saveProfile(trx, payload);
    }),
    on<BillingDatabase, UserProfileChanged>(events.UserProfileChanged, async (trx, { payload }) => {
      await saveProfile(trx, payload);
    }),
    /** Erases the person here and leaves the subscription at Stripe to the worker that closes accounts. */
    on<BillingDatabase, UserDeleted>(events.UserDeleted, async (trx, { payload: { userId } }) => {
      await ensureAccount(trx, userId);
      await lockAccount(trx, userId);
      await trx.deleteFrom('intentions').where('user_id', '=', userId).execute();
      await trx.deleteFrom('subscriptions').where('id', '=', userId).execute();
      // Books are kept, without the person.
      await trx.updateTable('payments').set({ user_id: null }).where('user_id', '=', userId).execute();
      await trx
        .updateTable('accounts')
        .set({ email: null, first_name: null, last_name: null, close_due_at: clock.real() })
        .where('id', '=', userId)
        .where('close_due_at', 'is', null)
        .execute();
    }),
  ];
}
