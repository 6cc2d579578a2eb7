import type { PostStateChanged } from '@reelwright/contracts';
import { isPostState } from '@reelwright/product';
import type { Transaction } from 'kysely';
import { isPostCause } from '../causes/causes.ts';
import type { PostRow, PublishingDatabase } from '../database.ts';
import { isPlatform, type Platform } from '../platforms/platform.ts';
import { isDeleted } from '../users/deleted-users.ts';
import { addLostVideo } from '../videos/videos.repository.ts';
import { addPosts } from './align-posts.ts';
import { addPostedCommit } from './attempt.repository.ts';
import { changePost } from './change-post.ts';
import type { Today } from './place-post.ts';
import { lockPost } from './post.repository.ts';

type Trx = Transaction<PublishingDatabase>;

/** Applies an announcement of this service that its restored database has forgotten. */
export async function recallPost(trx: Trx, announced: PostStateChanged, today: Today): Promise<void> {
  const { now } = today;
  const { platform, state, code, revision } = announced;
  if (!isPlatform(platform) || !isPostState(state)) return;
  const post = await lockOrAdd(trx, announced, platform, today);
  if (!post) return;
  if (state === 'posted' && post.state !== 'posted') {
    await addPostedCommit(trx, post, { revision, postedAt: announced.postedAt ?? now, now });
  }
  const known = {
    state,
    code: isPostCause(code) ? code : null,
    revision,
    accountId: announced.accountId || undefined,
    accountName: announced.accountName || undefined,
    postedAt: announced.postedAt,
    permalink: announced.permalink || undefined,
    platformPostId: announced.platformPostId || undefined,
  };
  await changePost(trx, post, { type: 'recalled', announced: known }, now);
}

/**
 * Locks the announced post. If scheduling's events have not restored it, it was a partner's: it is added without its
 * video, and if it had not gone out it fails with LOST_IN_RESTORE.
 */
async function lockOrAdd(
  trx: Trx,
  announced: PostStateChanged,
  platform: Platform,
  today: Today,
): Promise<PostRow | undefined> {
  const { now } = today;
  const { videoId, userId } = announced;
  const key = { videoId, platform, userId };
  const known = await trx
    .selectFrom('videos')
    .selectAll()
    .where('id', '=', videoId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const post = known && (await lockPost(trx, key));
  if (post || (known && known.user_id !== userId)) return post;
  if (await isDeleted(trx, userId)) return undefined;
  const dueAt = announced.goesOutAt ?? announced.postedAt ?? announced.changedAt ?? now;
  const video = known ?? (await addLostVideo(trx, { id: videoId, userId, platform, publishAt: dueAt }, now));
  await addPosts(trx, video, { ...today, platforms: [platform], dueAt });
  return lockPost(trx, key);
}
