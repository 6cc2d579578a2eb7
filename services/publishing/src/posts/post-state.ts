import { handedOverStates, type PostState } from '@reelwright/product';

/** What a post's states mean to publishing; the states themselves are the product's. */
export {
  endedWithoutPostStates as reopenable,
  isPostState,
  type PostState,
  postStates,
  uncommittedStates as uncommitted,
  undecidedStates as awaitingPlatform,
} from '@reelwright/product';

/** It went out, or may have. */
export const handedOver: readonly PostState[] = [...handedOverStates, 'posted'];
