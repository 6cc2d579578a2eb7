import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { ErasedItem } from '@reelwright/product';
import type { Transaction } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';
import { anonymizePageViewsOf } from '../page-views/page-view.repository.ts';
import { anonymizePaymentsOf, deleteSubscription } from '../plans/plan.repository.ts';
import { deleteConnections } from '../social/connection.repository.ts';
import { deleteUser } from '../users/user.repository.ts';
import { anonymizeVideosOf, deleteConfiguration } from '../videos/video.repository.ts';
import { deleteViewsOf } from '../views/views.repository.ts';

/**
 * Deletes the rows about the user and publishes AccountErased. Rows in the totals (payments, videos, views) stay
 * without the user's id. Call lockUser first.
 */
export async function eraseAccount(trx: Transaction<AnalyticsDatabase>, userId: string, now: Date): Promise<void> {
  const records =
    (await deleteUser(trx, userId, now)) +
    (await deleteSubscription(trx, userId)) +
    (await deleteConfiguration(trx, userId)) +
    (await deleteConnections(trx, userId)) +
    (await deleteViewsOf(trx, userId));
  const items: ErasedItem[] = [
    { kind: 'user_record', count: records },
    { kind: 'page_view_kept_without_name', count: await anonymizePageViewsOf(trx, userId) },
    {
      kind: 'counted_payment_or_video_kept_without_name',
      count: (await anonymizePaymentsOf(trx, userId)) + (await anonymizeVideosOf(trx, userId)),
    },
  ];
  await enqueueEvent(trx, events.AccountErased, { userId, service: 'analytics', items, erasedAt: now }, now);
}
