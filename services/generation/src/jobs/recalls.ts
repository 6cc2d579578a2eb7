import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction, Updateable } from 'kysely';
import type { GenerationDatabase } from '../database.ts';

type Trx = Transaction<GenerationDatabase>;
type Change = Updateable<GenerationDatabase['generation_jobs']>;

/**
 * What this service has said and a restored database of it has forgotten: a video that is made is not made again, and
 * one that the model is at is asked for by the name the model gave it.
 */
export function recalls(): Subscription<GenerationDatabase>[] {
  return [
    on(events.VideoGenerated, (trx, { payload }) =>
      recall(trx, payload, {
        state: 'done',
        percent: 100,
        finished_at: payload.generatedAt ?? new Date(),
        media_key: payload.mediaKey,
        poster_key: payload.posterKey,
        bytes: payload.bytes,
        sha256: payload.sha256,
        code: null,
      }),
    ),
    on(events.VideoFailed, (trx, { payload }) =>
      recall(trx, payload, {
        state: 'failed',
        code: payload.code as never,
        finished_at: payload.failedAt ?? new Date(),
      }),
    ),
    on(events.VideoProgressed, async (trx, { payload }) => {
      const { operation, percent } = payload;
      if (operation) await recall(trx, payload, { operation, percent, starts: 1 });
    }),
  ];
}

async function recall(
  trx: Trx,
  { videoId, userId, variation }: { videoId: string; userId: string; variation: number },
  change: Change,
): Promise<void> {
  await trx
    .updateTable('generation_jobs')
    .set({ ...change, leased_until: null })
    .where('video_id', '=', videoId)
    .where('user_id', '=', userId)
    .where('variation', '=', variation)
    .where('state', 'in', ['queued', 'running'])
    .execute();
}
