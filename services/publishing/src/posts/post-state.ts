/** Groups of the product's post states, under the names that publishing uses. */
export {
  endedWithoutPostStates as reopenable,
  handedOverStates as handedOver,
  isPostState,
  type PostState,
  postStates,
  uncommittedStates as uncommitted,
  undecidedStates as awaitingPlatform,
} from '@reelwright/product';
