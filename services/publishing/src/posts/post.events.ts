import { events, type PostedEntry, type PostStateChanged } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import { type PostState, uncommittedStates } from '@reelwright/product';
import type { Transaction } from 'kysely';
import { needsOf } from '../causes/causes.ts';
import type { PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import { getVideo } from '../videos/videos.repository.ts';
import { causeDataOf, type ShownCause, shownCause } from './post-cause.ts';

/** What people see of a post. Before it goes out: when it will, and why not at its entry's time. */
export interface PostView extends ShownCause {
  readonly state: PostState;
  /** What its owner must do before it can go out; empty if nothing. */
  readonly needs: string;
  readonly nextCheckAt: Date | null;
  readonly goesOutAt: Date | null;
}

export function viewOf(post: PostRow): PostView {
  const checking = post.state === 'unconfirmed' || post.state === 'processing' || post.code !== null;
  return {
    ...shownCause(post),
    state: post.state,
    needs: needsOf(post.code) ?? '',
    nextCheckAt: checking ? post.next_action_at : null,
    goesOutAt: uncommittedStates.includes(post.state) ? post.due_at : null,
  };
}

/**
 * Publishes the state of a post. Call it in the transaction that changed the row.
 * @param known its video as the transaction has read it; without it, it is read
 */
export async function announcePost(
  trx: Transaction<PublishingDatabase>,
  post: PostRow,
  now: Date,
  known?: VideoRow,
): Promise<void> {
  const entry = entryOf(known ?? (await getVideo(trx, post.video_id)));
  await enqueueEvent(trx, events.PostStateChanged, { ...stateOf(post, now), entry }, now);
}

/** What names a post's entry; undefined for a partner's post. */
function entryOf({
  source,
  title,
  video_type: videoType,
  publish_at,
  time_zone: timeZone,
}: VideoRow): PostedEntry | undefined {
  return source === 'entry' ? { title, videoType, publishAt: publish_at ?? undefined, timeZone } : undefined;
}

function stateOf(post: PostRow, now: Date): Omit<PostStateChanged, 'entry'> {
  const view = viewOf(post);
  return {
    videoId: post.video_id,
    userId: post.user_id,
    platform: post.platform,
    state: view.state,
    code: view.code,
    causeData: causeDataOf(view.cause),
    needs: view.needs,
    permalink: post.permalink ?? '',
    postedAt: post.posted_at ?? undefined,
    nextCheckAt: view.nextCheckAt ?? undefined,
    revision: post.revision,
    changedAt: now,
    goesOutAt: view.goesOutAt ?? undefined,
    ...whereItIs(post),
  };
}

/** The platform's id of the post, its container (Instagram) and its account, as far as they are known. */
export function whereItIs({ platform_post_id, handle, account_id, account_name }: PostRow) {
  const container = (handle as { container?: string } | null)?.container;
  return {
    platformPostId: platform_post_id ?? '',
    containerId: container ?? '',
    accountId: account_id ?? '',
    accountName: account_name ?? '',
  };
}
