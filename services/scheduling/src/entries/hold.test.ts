import { NEVER_PAUSED } from '../plans/posting-pause.ts';
import { holdOf } from './hold.ts';

const entry = { skipped: false, approvedVariation: null };
const rules = { posting: NEVER_PAUSED, askBeforePosting: false };
const paused = { ...rules, posting: { ...NEVER_PAUSED, paused: true } };
const asking = { ...rules, askBeforePosting: true };

test.each([
  ['nothing holds an entry by default', entry, rules, 0, null],
  ['a skipped entry is held', { ...entry, skipped: true }, rules, 0, 'ENTRY_SKIPPED'],
  ['a skip counts more than a pause', { ...entry, skipped: true }, paused, 0, 'ENTRY_SKIPPED'],
  ['a pause holds every entry', { ...entry, approvedVariation: 0 }, paused, 0, 'POSTING_PAUSED'],
  ['a finished video waits for its approval', entry, asking, 0, 'AWAITS_APPROVAL'],
  ['an unfinished one has nothing to approve yet', entry, asking, undefined, null],
  ['an approved one goes out', { ...entry, approvedVariation: 1 }, asking, 1, null],
  [
    'the approval of an earlier variation does not count',
    { ...entry, approvedVariation: 0 },
    asking,
    1,
    'AWAITS_APPROVAL',
  ],
] as const)('%s', (_name, one, its, made, hold) => expect(holdOf(one, its, made)).toBe(hold));
