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

/** How the posts of a video get on. A video that was missed everywhere is given back; one that then goes out counts. */
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
  const isNews = await savePost(trx, post);
  if (!isNews) return;
  if (isMissed(await findPosts(trx, videoId))) await countVideo(trx, entry, { type: 'posts_missed' }, now);
  else if (state === 'posted') await countVideo(trx, entry, { type: 'posted' }, now);
}
