/** What a post's states mean to publishing; the states themselves are the product's. */
export {
  endedWithoutPostStates as reopenable,
  handedOverStates as handedOver,
  isPostState,
  type PostState,
  postStates,
  uncommittedStates as uncommitted,
  undecidedStates as awaitingPlatform,
} from '@reelwright/product';
