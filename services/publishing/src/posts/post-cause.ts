import { type Cause, type Reader, readCause, type UnknownCause, type Words, wordsFor } from '@reelwright/causes';
import { PostCauseData } from '@reelwright/contracts';
import { uncommittedStates } from '@reelwright/product';
import { movedCause } from '../budgets/moved.ts';
import { meaningOf } from '../causes/causes.ts';
import type { PostRow } from '../database.ts';

export interface ShownCause {
  /** Empty without a cause. It may be a code of a newer version, which this one does not know. */
  readonly code: string;
  readonly cause: Cause | UnknownCause | undefined;
}

/** Why a post does not go out at its entry's time, or did not. */
export function shownCause(post: PostRow): ShownCause {
  const { platform, code, moved } = post;
  if (code === null) {
    const isMoved = moved !== null && uncommittedStates.includes(post.state);
    return isMoved
      ? { code: moved.code, cause: movedCause(platform, moved, post.due_at) }
      : { code: '', cause: undefined };
  }
  if (code === 'POSTED_LATE') {
    const times = { dueAt: post.due_at, postedAt: post.posted_at ?? post.due_at };
    return { code, cause: { code, data: { platform, ...times, ...(post.delayed_by && { heldBy: post.delayed_by }) } } };
  }
  return { code, cause: readCause(code, { platform, gaveUp: isGivenUp(post) }) };
}

/** Whether it failed with a cause that is usually tried again: then the fix is no longer to wait. */
function isGivenUp({ state, code }: PostRow): boolean {
  if (state !== 'failed' || code === null) return false;
  const { verdict, connection } = meaningOf(code);
  return verdict !== 'permanent' && connection === undefined;
}

/** The texts of that cause, with times in the zone of the post's entry; empty without a cause. */
export function describeCause(post: PostRow, reader: Reader): Words {
  const { cause } = shownCause(post);
  return cause ? wordsFor(cause, { ...reader, timeZone: post.moved?.timeZone }) : { message: '', fix: '' };
}

/** The data of a cause that an event carries beside its code. */
export const causeDataOf = (cause: Cause | UnknownCause | undefined): PostCauseData | undefined =>
  cause && PostCauseData.fromPartial(cause.data as Partial<PostCauseData>);
