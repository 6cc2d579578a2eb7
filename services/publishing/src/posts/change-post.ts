import { uncommittedStates } from '@reelwright/product';
import type { Transaction } from 'kysely';
import { lockBudget, returnSlot } from '../budgets/budget.repository.ts';
import { platformBudgets } from '../budgets/platform-budgets.ts';
import type { PostRow, PublishingDatabase, VideoRow } from '../database.ts';
import { addMeasure } from '../measures/measures.repository.ts';
import { endCommit } from './attempt.repository.ts';
import { announcePost } from './post.events.ts';
import { savePost } from './post.repository.ts';
import { type PostEvent, transition } from './post.ts';
import { recordEnd } from './post-end.repository.ts';

type Trx = Transaction<PublishingDatabase>;

/**
 * Applies an event to a locked post: its row, its slot, its commit, its announcement, its counted end and the first read
 * of its views change in one transaction.
 * @param video the post's video as the transaction has read it; without it, an announcement reads it
 */
export async function changePost(
  trx: Trx,
  post: PostRow,
  event: PostEvent,
  now: Date,
  video?: VideoRow,
): Promise<PostRow> {
  const { post: after, effects } = transition(post, event, now);
  if (effects.commitEnded) await endCommit(trx, post.id, effects.commitEnded);
  if (effects.returnSlot) await returnSlotOf(trx, post);
  const saved = await savePost(trx, post, after);
  await recordEnd(trx, post, saved);
  if (saved.state === 'posted' && post.state !== 'posted') await addMeasure(trx, saved, now);
  if (effects.announce) await announcePost(trx, saved, now, video);
  return saved;
}

/** Returns the slot that a post holds and has not used. The caller clears its columns. */
export async function returnSlotOf(trx: Trx, post: PostRow): Promise<void> {
  const { platform, budget_scope: scope, budget_day: day } = post;
  if (scope === null || day === null || isUsed(post)) return;
  await lockBudget(trx, { platform, scope });
  await returnSlot(trx, { platform, scope, day });
}

/** Whether the call that the platform counts has been made, or may have been. */
function isUsed({ platform, state, handle }: PostRow): boolean {
  const begun = platformBudgets[platform].at === 'stage' && handle !== null;
  return begun || !uncommittedStates.includes(state);
}
