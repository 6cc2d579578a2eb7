import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { PostMeasureRow, PublishingDatabase } from '../database.ts';

/** Publishes what is known of a post. Call it in the transaction that changed the row. */
export async function announceMeasure(
  trx: Transaction<PublishingDatabase>,
  row: PostMeasureRow,
  { videoId, now }: { readonly videoId: string; readonly now: Date },
): Promise<void> {
  await enqueueEvent(
    trx,
    events.PostMeasured,
    {
      videoId,
      userId: row.user_id,
      platform: row.platform,
      views: row.views ?? undefined,
      likes: row.likes ?? undefined,
      watchSeconds: row.watch_seconds ?? undefined,
      measuredAt: row.measured_at ?? undefined,
      code: row.code ?? '',
      postedAt: row.posted_at,
      changedAt: now,
    },
    now,
  );
}
