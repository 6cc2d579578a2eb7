import type { Clock } from '@reelwright/clock';
import { events, type PostStateChanged } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { PostState } from '@reelwright/product';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { countVideo } from '../usage/count-video.ts';
import { findPosts, savePost } from './timeline.repository.ts';
import { isMissed } from './video-state.ts';

/**
 * Records the posts of a video. If all posts were missed, the video's quota is released; if one goes out later, it
 * counts again.
 */
export function postEvents(clock: Clock): Subscription<SchedulingDatabase>[] {
  return [on(events.PostStateChanged, async (trx, { payload }) => record(trx, payload, clock.now()))];
}

async function record(trx: Transaction<SchedulingDatabase>, event: PostStateChanged, now: Date): Promise<void> {
  const { videoId, userId, platform, state, code, causeData, needs, permalink, revision } = event;
  const entry = await lockEntry(trx, videoId, userId);
  if (!entry) return;
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
  const isNewer = await savePost(trx, post);
  if (!isNewer) return;
  if (isMissed(await findPosts(trx, videoId))) await countVideo(trx, entry, { type: 'posts_missed' }, now);
  else if (state === 'posted') await countVideo(trx, entry, { type: 'posted' }, now);
}
