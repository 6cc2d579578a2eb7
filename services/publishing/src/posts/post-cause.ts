import { type Cause, readCause, type UnknownCause, type Words, wordsFor } from '@reelwright/causes';
import { PostCauseData } from '@reelwright/contracts';
import { movedCause } from '../budgets/moved.ts';
import { causeOf } from '../causes/causes.ts';
import type { PostRow } from '../database.ts';
import { uncommitted } from './post-state.ts';

export interface ShownCause {
  /** Empty where nothing is the matter; of another version, where this one does not know it. */
  readonly code: string;
  readonly cause: Cause | UnknownCause | undefined;
}

/** Why a post does not simply go out at its entry's time, or did not. */
export function shownCause(post: PostRow): ShownCause {
  const { platform, code, moved } = post;
  if (code === null) {
    const isMoved = moved !== null && uncommitted.includes(post.state);
    return isMoved
      ? { code: moved.code, cause: movedCause(platform, moved, post.due_at) }
      : { code: '', cause: undefined };
  }
  if (code === 'POSTED_LATE') {
    const times = { dueAt: post.due_at, postedAt: post.posted_at ?? post.due_at };
    return { code, cause: { code, data: { platform, ...times, ...(post.held_by && { heldBy: post.held_by }) } } };
  }
  return { code, cause: readCause(code, { platform, gaveUp: isGivenUp(post) }) };
}

/** It ended with a cause that is tried again as long as there is time: what to do about it is no longer to wait. */
function isGivenUp({ state, code }: PostRow): boolean {
  if (state !== 'failed' || code === null) return false;
  const { verdict, connection } = causeOf(code);
  return verdict !== 'permanent' && connection === undefined;
}

/** The words of that cause, in the zone of the post's entry; empty where nothing is the matter. */
export function inWords(post: PostRow): Words {
  const { cause } = shownCause(post);
  return cause ? wordsFor(cause, { timeZone: post.moved?.timeZone ?? '' }) : { message: '', fix: '' };
}

/** What an event carries of a cause besides its code. */
export const causeDataOf = (cause: Cause | UnknownCause | undefined): PostCauseData | undefined =>
  cause && PostCauseData.fromPartial(cause.data as Partial<PostCauseData>);
