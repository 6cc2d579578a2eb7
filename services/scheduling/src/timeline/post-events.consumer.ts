import type { Clock } from '@reelwright/clock';
import { events, type PostStateChanged } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { PostState } from '@reelwright/product';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { commitVideo, releaseVideo } from '../usage/count-video.ts';
import { lockVideo } from '../usage/lock-video.ts';
import { findPosts, savePost } from './timeline.repository.ts';
import { isMissed } from './video-state.ts';

/** How the posts of a video get on. A video that was missed everywhere is given back; one that then goes out counts. */
export function postEvents(clock: Clock): Subscription<SchedulingDatabase>[] {
  return [on(events.PostStateChanged, async (trx, { payload }) => record(trx, payload, clock.now()))];
}

async function record(trx: Transaction<SchedulingDatabase>, event: PostStateChanged, now: Date): Promise<void> {
  const { videoId, userId, platform, state, code, causeData, needs, permalink, revision } = event;
  const video = await lockVideo(trx, videoId, userId);
  if (!video) return;
  const post = {
    video_id: videoId,
    platform,
    user_id: userId,
    state: state as PostState,
    code,
    cause_data: causeData ? JSON.stringify(causeData) : null,
    needs,
    permalink,
    posted_at: event.postedAt ?? null,
    next_check_at: event.nextCheckAt ?? null,
    changed_at: event.changedAt ?? null,
    goes_out_at: event.goesOutAt ?? null,
    revision,
  };
  const isNews = await savePost(trx, post);
  if (!isNews || video.state !== 'requested') return;
  if (isMissed(await findPosts(trx, videoId))) await releaseVideo(trx, video, now);
  else if (state === 'posted') await commitVideo(trx, video, now);
}
