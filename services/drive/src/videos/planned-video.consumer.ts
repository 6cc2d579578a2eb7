import {
  type EntryContent,
  events,
  type VideoCancelled,
  type VideoRequested,
  type VideoRescheduled,
} from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { Updateable } from 'kysely';
import { lockUser } from '../accounts/account.repository.ts';
import type { DriveDatabase } from '../database.ts';
import { dropWaiting } from '../uploads/upload.repository.ts';

type Names = Partial<Pick<Updateable<DriveDatabase['drive_videos']>, 'publish_at' | 'time_zone'>>;

/** What of an entry names its file. */
const names: { readonly [Field in keyof EntryContent]: ((content: EntryContent) => Names) | undefined } = {
  publishAt: ({ publishAt }) => ({ publish_at: publishAt ?? null }),
  timeZone: ({ timeZone }) => (timeZone ? { time_zone: timeZone } : {}),
  caption: undefined,
  platforms: undefined,
};

function namesOf(content: EntryContent): Names {
  return Object.assign({}, ...Object.values(names).map((name) => name?.(content)));
}

/** Keeps what names the file: the style and the time the video goes out. */
const keepVideo: EventHandler<DriveDatabase, VideoRequested> = async (trx, { payload }) => {
  const { videoId, userId, videoType, revision } = payload;
  if (!(await lockUser(trx, userId))) return;
  const kept = { time_zone: 'UTC', ...namesOf(payload), video_type: videoType };
  await trx
    .insertInto('drive_videos')
    .values({ video_id: videoId, user_id: userId, publish_at: null, ...kept, revision })
    .onConflict((conflict) =>
      conflict
        .column('video_id')
        .doUpdateSet({ ...kept, cancelled: false, revision })
        .where('drive_videos.revision', '<=', revision),
    )
    .execute();
};

const moveVideo: EventHandler<DriveDatabase, VideoRescheduled> = async (trx, { payload }) => {
  const { videoId, revision } = payload;
  await trx
    .updateTable('drive_videos')
    .set({ ...namesOf(payload), revision })
    .where('video_id', '=', videoId)
    .where('revision', '<', revision)
    .execute();
};

/** What waits for its upload is not uploaded; what lies in the folder stays there. */
const cancelVideo: EventHandler<DriveDatabase, VideoCancelled> = async (trx, { payload }) => {
  const { videoId, userId, revision } = payload;
  if (!(await lockUser(trx, userId))) return;
  const cancelled = await trx
    .insertInto('drive_videos')
    .values({ video_id: videoId, user_id: userId, video_type: '', publish_at: null, cancelled: true, revision })
    .onConflict((conflict) =>
      conflict
        .column('video_id')
        .doUpdateSet({ cancelled: true, revision })
        .where('drive_videos.revision', '<=', revision),
    )
    .returning('video_id')
    .executeTakeFirst();
  if (cancelled) await dropWaiting(trx, videoId);
};

export const videoSubscriptions = (): Subscription<DriveDatabase>[] => [
  on(events.VideoRequested, keepVideo),
  on(events.VideoRescheduled, moveVideo),
  on(events.VideoCancelled, cancelVideo),
];
