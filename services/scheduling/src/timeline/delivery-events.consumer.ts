import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Insertable, Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { lockVideo } from '../usage/lock-video.ts';

type Delivery = Insertable<SchedulingDatabase['video_deliveries']>;

/** Whether a video lies in the user's Drive folder. Nothing but the timeline depends on it. */
export function deliveryEvents(): Subscription<SchedulingDatabase>[] {
  return [
    on(events.VideoDelivered, async (trx, { payload }) => {
      const { videoId, userId, variation, webViewLink, deliveredAt } = payload;
      const told = {
        state: 'done' as const,
        at: deliveredAt ?? null,
        link: webViewLink,
        code: '',
        message: '',
        fix: '',
      };
      await record(trx, { video_id: videoId, user_id: userId, variation, ...told });
    }),
    on(events.VideoDeliveryFailed, async (trx, { payload }) => {
      const { videoId, userId, variation, code, message, fix, nextTryAt } = payload;
      const state = nextTryAt ? ('waiting' as const) : ('failed' as const);
      const told = { state, at: nextTryAt ?? null, link: '', code, message, fix };
      await record(trx, { video_id: videoId, user_id: userId, variation, ...told });
    }),
  ];
}

/** Keeps what is said of the newest variation; once it is delivered, older troubles don't count. */
async function record(trx: Transaction<SchedulingDatabase>, delivery: Delivery): Promise<void> {
  if (!(await lockVideo(trx, delivery.video_id, delivery.user_id))) return;
  await trx
    .insertInto('video_deliveries')
    .values(delivery)
    .onConflict((conflict) =>
      conflict
        .column('video_id')
        .doUpdateSet(delivery)
        .where(({ eb, or, and }) =>
          or([
            eb('video_deliveries.variation', '<', delivery.variation),
            and([
              eb('video_deliveries.variation', '=', delivery.variation),
              eb('video_deliveries.state', '!=', 'done'),
            ]),
          ]),
        ),
    )
    .execute();
}
