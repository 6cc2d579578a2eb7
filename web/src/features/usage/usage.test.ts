import { usagePips } from './usage.ts';

test.each([
  { used: 1, limit: 8, shown: 'ok' },
  { used: 6, limit: 8, shown: 'warn' },
  { used: 8, limit: 8, shown: 'bad' },
  { used: 1, limit: 1, shown: 'on' },
])('$used of $limit videos are $shown', ({ used, limit, shown }) => {
  const pips = usagePips(used, limit);
  expect(pips).toHaveLength(limit);
  expect(pips.slice(0, used)).toEqual(Array.from({ length: used }, () => shown));
  expect(pips.slice(used)).toEqual(Array.from({ length: limit - used }, () => 'empty'));
});

test('videos of the draft follow those that are used, and never exceed the plan', () => {
  expect(usagePips(1, 4, 2)).toEqual(['ok', 'draft', 'draft', 'empty']);
  expect(usagePips(3, 4, 2)).toEqual(['warn', 'warn', 'warn', 'draft']);
});
