import { describe, expect, test } from '@jest/globals';
import { pausedText, waitingText } from './late-entries.ts';

const end = '2026-12-22T12:00:00Z';
const before = Date.parse('2026-12-22T11:00:00Z');
const after = (count: number, month = '2026-12') =>
  Array.from({ length: count }, (_, day) => Date.parse(`${month}-23T${String(8 + day).padStart(2, '0')}:00:00Z`));

describe('the entries after the end of a plan', () => {
  test.each([
    [null, end, 'Planned videos that go out after that wait until you renew.'],
    [[before], end, null],
    [[before, ...after(1)], end, '1 planned video goes out after that: it waits until you renew.'],
    [[before, ...after(3)], end, '3 planned videos go out after that: they wait until you renew.'],
    [null, null, 'Planned videos that go out later wait until you have a paid plan again.'],
    [[before], null, '1 planned video waits until you have a paid plan again.'],
  ])('%#', (instants, at, words) => {
    expect(waitingText(instants, at)).toBe(words);
  });
});

describe('the entries over the limit of a smaller plan', () => {
  const plain = 'Scheduled videos beyond that are paused, not deleted.';
  test.each([
    [null, plain],
    [[before, ...after(8)], plain],
    [[...after(9), before], '1 scheduled video is beyond that and will be paused, not deleted.'],
    [[...after(10), ...after(9, '2027-01')], '3 scheduled videos are beyond that and will be paused, not deleted.'],
  ])('are counted month by month (%#)', (instants, words) => {
    expect(pausedText(instants, end, 8)).toBe(words);
  });
});
