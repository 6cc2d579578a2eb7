import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';
import { anonymizePageViewsOf } from '../page-views/page-view.repository.ts';
import { anonymizePaymentsOf, deleteSubscription } from '../plans/plan.repository.ts';
import { deleteConnections } from '../social/connection.repository.ts';
import { deleteUser } from '../users/user.repository.ts';
import { anonymizeVideosOf, deleteConfiguration } from '../videos/video.repository.ts';

/**
 * Deletes the rows about the user and publishes AccountErased. Rows in the totals (payments, videos, views) stay
 * without the user's id. Call lockUser first.
 */
export async function eraseAccount(trx: Transaction<AnalyticsDatabase>, userId: string, now: Date): Promise<void> {
  const records =
    (await deleteUser(trx, userId, now)) +
    (await deleteSubscription(trx, userId)) +
    (await deleteConfiguration(trx, userId)) +
    (await deleteConnections(trx, userId));
  const items = [
    { what: 'records of you', count: records },
    { what: 'page views, kept without a name', count: await anonymizePageViewsOf(trx, userId) },
    {
      what: 'counted payments and videos, kept without a name',
      count: (await anonymizePaymentsOf(trx, userId)) + (await anonymizeVideosOf(trx, userId)),
    },
  ];
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'analytics', items, erasedAt: now }, now);
}
