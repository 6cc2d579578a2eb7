import type { Clock } from '@reelwright/clock';
import type { PostingRules } from '@reelwright/contracts';
import { uncommittedStates } from '@reelwright/product';
import type { Kysely, Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import { lockUser } from '../users/user-lock.ts';
import { type PostingRulesRow, savePostingRules } from '../videos/posting-rules.repository.ts';
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

/**
 * Applies rules that were read from scheduling while their event may still be on its way.
 * @returns whether they are newer than the known ones
 */
export async function followReadRules(
  { db, clock }: { readonly db: Kysely<PublishingDatabase>; readonly clock: Clock },
  userId: string,
  known: PostingRulesRow | undefined,
  read: PostingRules | undefined,
): Promise<boolean> {
  if (!read || read.revision <= (known?.revision ?? 0)) return false;
  return db.transaction().execute(async (trx) => {
    return (await lockUser(trx, userId)) && followRules(trx, userId, read, clock.now());
  });
}
