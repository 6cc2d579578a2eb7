import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { type NewDelivery, saveDelivery } from './timeline.repository.ts';

/** Records whether a video is in the user's Drive folder, for the timeline only. */
export function deliveryEvents(): Subscription<SchedulingDatabase>[] {
  return [
    on(events.VideoDelivered, async (trx, { payload }) => {
      const { videoId, userId, variation, webViewLink, deliveredAt } = payload;
      const reported = {
        state: 'done' as const,
        at: deliveredAt ?? null,
        link: webViewLink,
        code: '',
      };
      await record(trx, { video_id: videoId, user_id: userId, variation, ...reported });
    }),
    on(events.VideoDeliveryFailed, async (trx, { payload }) => {
      const { videoId, userId, variation, code, nextTryAt } = payload;
      const state = nextTryAt ? ('waiting' as const) : ('failed' as const);
      const reported = { state, at: nextTryAt ?? null, link: '', code };
      await record(trx, { video_id: videoId, user_id: userId, variation, ...reported });
    }),
  ];
}

async function record(trx: Transaction<SchedulingDatabase>, delivery: NewDelivery): Promise<void> {
  if (await lockEntry(trx, delivery.video_id, delivery.user_id)) await saveDelivery(trx, delivery);
}
