import type { Clock } from '@reelwright/clock';
import { events, type VideoRequested } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import { sql, type Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { recallSave } from './recall-save.ts';

type Trx = Transaction<SchedulingDatabase>;

/** What this service has said and a restored database of it has forgotten. Moves and removals come with their save. */
export function recalls(clock: Clock): Subscription<SchedulingDatabase>[] {
  return [
    on(events.ConfigurationSaved, (trx, { payload }) => recallSave(trx, payload, clock.now())),
    on(events.VideoRequested, (trx, { payload }) => recallRequest(trx, payload, clock.now())),
    on(events.VideosRegenerated, async (trx, { payload: { userId, regenerationId, videoCount, regeneratedAt } }) => {
      await sql`
        insert into video_regenerations
               (id, user_id, include_audio, video_type, scheduled_dates, notes, video_count, regenerated_at)
        select ${regenerationId}, user_id, include_audio, video_type, '[]', notes, ${videoCount}, ${regeneratedAt ?? clock.now()}
          from video_configurations where user_id = ${userId}
            on conflict do nothing`.execute(trx);
    }),
  ];
}

/** Its video was asked for: it is not asked for again, nor as it was before. */
async function recallRequest(trx: Trx, said: VideoRequested, now: Date): Promise<void> {
  const taken = await trx
    .updateTable('scheduled_videos')
    .set({
      state: 'requested',
      revision: said.revision,
      variation: said.variation,
      requested_type: said.videoType,
      requested_caption: said.caption,
      requested_at: said.requestedAt ?? now,
      updated_at: now,
    })
    .where('id', '=', said.videoId)
    .where('user_id', '=', said.userId)
    .where('revision', '<', said.revision)
    .where('state', '<>', 'cancelled')
    .returning('id')
    .executeTakeFirst();
  // No trigger does it: the dispatcher, which alone makes requested what was planned, takes out what is due itself.
  if (taken) await trx.deleteFrom('due_entries').where('video_id', '=', said.videoId).execute();
}
