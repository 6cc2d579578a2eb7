/** What a post's states mean to publishing; the states themselves are the product's. */
export {
  endedWithoutPostStates as reopenable,
  isPostState,
  type PostState,
  postStates,
  uncommittedStates as uncommitted,
  undecidedStates as awaitingWord,
} from '@reelwright/product';

/** Later than this, a post that has not gone out is missed. */
export const MISSED_AFTER_MS = 6 * 3_600_000;
