import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { DailyLimits } from '../budgets/platform-budgets.ts';
import type { ConnectionListener } from '../connections/connection-change.ts';
import { recallConnection } from '../connections/recall-connection.ts';
import type { PublishingDatabase } from '../database.ts';
import { recallPost } from './recall-post.ts';

/** Subscriptions to this service's own events, for a restored database that has forgotten them. */
export function recalls(
  deps: { readonly clock: Clock; readonly limits: DailyLimits } & ConnectionListener,
): Subscription<PublishingDatabase>[] {
  const { clock, limits } = deps;
  return [
    on(events.PostStateChanged, (trx, { payload }) => recallPost(trx, payload, { now: clock.now(), limits })),
    on(events.ConnectionChanged, (trx, { payload }) => recallConnection(trx, deps, payload)),
  ];
}
