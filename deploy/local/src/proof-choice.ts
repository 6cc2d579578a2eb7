import { createRandom, shuffled } from './random.ts';

interface ProofChoice {
  readonly seed: number;
  /** A part of the names; empty for all. */
  readonly only: string;
  /** At most this many, in the seed's order; undefined for all. */
  readonly count: number | undefined;
}

/** The chosen items in the order of the seed: the first n are the same whatever the count is. */
export function chooseItems<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  { seed, only, count }: ProofChoice,
): Item[] {
  const matching = items.filter((item) => nameOf(item).includes(only));
  return shuffled(matching, createRandom(seed)).slice(0, count);
}
