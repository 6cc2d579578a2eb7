import type { PostingRules } from '@reelwright/contracts';
import { uncommittedStates } from '@reelwright/product';
import type { Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import { savePostingRules } from '../videos/posting-rules.repository.ts';
import { lockOpenVideos } from '../videos/videos.repository.ts';
import { changePost } from './change-post.ts';
import { lockPostsOfVideo } from './post.repository.ts';

/**
 * Applies what a user decided about all posts of the calendar. Posts that are not committed choose their next step again.
 * Call lockUser first. @returns whether the rules are new
 */
export async function followRules(
  trx: Transaction<PublishingDatabase>,
  userId: string,
  rules: PostingRules,
  now: Date,
): Promise<boolean> {
  if (!(await savePostingRules(trx, userId, rules))) return false;
  for (const video of await lockOpenVideos(trx, userId)) {
    for (const post of await lockPostsOfVideo(trx, video.id)) {
      if (uncommittedStates.includes(post.state)) await changePost(trx, post, { type: 'woken' }, now);
    }
  }
  return true;
}
