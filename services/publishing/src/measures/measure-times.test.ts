import { nextMeasureAt, retryMeasureAt } from './measure-times.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const postedAt = new Date('2026-03-01T09:00:00Z');
const after = (ms: number) => new Date(postedAt.getTime() + ms);
const next = (age: number, account = 'ada') => nextMeasureAt({ postedAt, account }, after(age));

/** The ages of all reads of a post, in ms. */
function readsOf(account: string): number[] {
  const ages: number[] = [];
  for (let age: number | undefined = 0; age !== undefined; ) {
    const at = next(age, account);
    age = at ? at.getTime() - postedAt.getTime() : undefined;
    if (age !== undefined) ages.push(age);
  }
  return ages;
}

test('a post is read an hour, six hours and a day after it went out', () => {
  expect(next(0)).toEqual(after(HOUR));
  expect(next(HOUR)).toEqual(after(6 * HOUR));
  expect(next(6 * HOUR)).toEqual(after(DAY));
});

test.each(['ada', 'ben', 'eve'])('the posts of %s are then read daily for 30 days and weekly to 90', (account) => {
  const ages = readsOf(account);
  const gaps = ages.slice(1).map((age, index) => age - (ages[index] ?? 0));
  const daily = gaps.filter((_, index) => (ages[index + 1] ?? 0) > 3 * DAY && (ages[index + 1] ?? 0) < 30 * DAY);
  const weekly = gaps.filter((_, index) => (ages[index + 1] ?? 0) > 38 * DAY);
  expect(new Set(daily)).toEqual(new Set([DAY]));
  expect(new Set(weekly)).toEqual(new Set([7 * DAY]));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5 * HOUR);
  expect(ages.at(-1)).toBeLessThan(90 * DAY);
  expect(ages.at(-1)).toBeGreaterThan(82 * DAY);
  expect(ages.length).toBeLessThan(46);
});

test('posts of one account that went out at different hours are due together from the second day on', () => {
  const other = new Date(postedAt.getTime() - 7 * HOUR);
  const now = after(3 * DAY);
  expect(nextMeasureAt({ postedAt: other, account: 'ada' }, now)).toEqual(
    nextMeasureAt({ postedAt, account: 'ada' }, now),
  );
  expect(next(3 * DAY, 'ben')).not.toEqual(next(3 * DAY, 'ada'));
});

test('reads that were missed are not made up for', () => {
  expect(Number(next(10 * DAY))).toBeGreaterThan(Number(after(10 * DAY)));
  expect(next(91 * DAY)).toBeNull();
});

test('the wait after a read without numbers doubles up to six hours, and is never shorter than the platform asks', () => {
  const now = after(0);
  expect([0, 1, 2, 20].map((tries) => Number(retryMeasureAt(now, tries)) - Number(now))).toEqual([
    300_000,
    600_000,
    1_200_000,
    6 * HOUR,
  ]);
  expect(retryMeasureAt(now, 0, DAY)).toEqual(after(DAY));
});
