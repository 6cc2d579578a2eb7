import {
  aheadStates,
  endedStates,
  handedOverStates,
  postStates,
  uncommittedStates,
  undecidedStates,
} from '../src/index.ts';

const groupsOf = (state: (typeof postStates)[number]) =>
  [uncommittedStates, handedOverStates, ['posted'], endedStates].filter((group) => group.includes(state));

it.each(postStates)('%s is in one group of post states only', (state) => {
  expect(groupsOf(state)).toHaveLength(1);
});

it('only a post that was handed over has an outcome that its platform alone knows', () => {
  expect(undecidedStates.filter((state) => !handedOverStates.includes(state))).toEqual([]);
});

it('a post that is posted or ended does not go out any more', () => {
  expect(aheadStates.filter((state) => state === 'posted' || endedStates.includes(state))).toEqual([]);
  expect(uncommittedStates.filter((state) => !aheadStates.includes(state))).toEqual([]);
});
