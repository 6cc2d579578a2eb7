import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import { releasePlace } from '../budgets/place-target.ts';
import { disconnect } from '../connections/disconnect.ts';
import type { PublishingDatabase } from '../database.ts';
import { lockUser } from './account.ts';

/** Posts of a deleted user stop, the ledger goes, and each connection goes once its grant was given back. */
export function userDeletedSubscription({
  clock,
  wake,
}: {
  clock: Clock;
  wake: () => void;
}): Subscription<PublishingDatabase> {
  return on(events.UserDeleted, async (trx, { payload: { userId } }) => {
    await lockUser(trx, userId);
    await trx
      .insertInto('deleted_users')
      .values({ user_id: userId, deleted_at: clock.now() })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    const holding = await trx
      .selectFrom('post_targets')
      .selectAll()
      .where('user_id', '=', userId)
      .where('budget_day', 'is not', null)
      .orderBy('platform')
      .execute();
    for (const target of holding) await releasePlace(trx, target);
    await trx.deleteFrom('videos').where('user_id', '=', userId).execute();
    await trx.deleteFrom('oauth_states').where('user_id', '=', userId).execute();
    await trx.deleteFrom('entitlements').where('user_id', '=', userId).execute();
    const connections = await trx
      .selectFrom('social_connections')
      .selectAll()
      .where('user_id', '=', userId)
      .forUpdate()
      .execute();
    await disconnect(trx, clock, connections, { erase: true });
    wake();
  });
}
