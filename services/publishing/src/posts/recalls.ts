import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { ConnectionListener } from '../connections/connection-change.ts';
import { disconnect } from '../connections/disconnect.ts';
import type { PublishingDatabase } from '../database.ts';
import { recallPost } from './recall-post.ts';

/** What this service has said and a restored database of it has forgotten. */
export function recalls(deps: { readonly clock: Clock } & ConnectionListener): Subscription<PublishingDatabase>[] {
  return [
    on(events.PostStateChanged, (trx, { payload }) => recallPost(trx, payload, deps.clock.now())),
    on(events.ConnectionChanged, async (trx, { payload: { userId, platform, state, revision } }) => {
      const row = await trx
        .updateTable('social_connections')
        .set({ revision })
        .where('user_id', '=', userId)
        .where('platform', '=', platform as never)
        .where('revision', '<', revision)
        .returningAll()
        .executeTakeFirst();
      // Whoever disconnected stays disconnected. Tokens that were got since are lost: the platform refuses the older ones.
      if (row && state === 'disconnected' && row.state !== 'disconnected') {
        await disconnect(trx, deps, [row], { erase: false });
      }
    }),
  ];
}
