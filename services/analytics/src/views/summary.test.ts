import { summarise } from './summary.ts';
import type { SeenPost } from './views.repository.ts';

const seen = (at: string, views: number | null, more: Partial<SeenPost> = {}): SeenPost => ({
  videoId: at,
  platform: 'tiktok',
  title: '',
  style: 'v1',
  postedAt: new Date(at),
  permalink: null,
  views,
  likes: views === null ? null : 1,
  watchSeconds: null,
  measuredAt: views === null ? null : new Date('2026-05-20T00:00:00Z'),
  code: null,
  ...more,
});

test('adds up posts by platform and style, in the product’s order', () => {
  const { totals, platforms, styles, measuredAt } = summarise(
    [
      seen('2026-05-01T07:00:00Z', 10, { platform: 'instagram', watchSeconds: 50, style: 'v3' }),
      seen('2026-05-02T07:00:00Z', 20),
      seen('2026-05-03T07:00:00Z', null),
      seen('2026-05-04T07:00:00Z', 5, { style: null }),
    ],
    'UTC',
  );
  expect(totals).toEqual({ posts: 4, measuredPosts: 3, views: 35, likes: 3, watchSeconds: 50, viewsPerPost: 11.7 });
  expect(platforms.map(({ platform, posts, views }) => [platform, posts, views])).toEqual([
    ['tiktok', 3, 25],
    ['instagram', 1, 10],
  ]);
  expect(styles.map(({ style, posts, viewsPerPost }) => [style, posts, viewsPerPost])).toEqual([
    ['v1', 2, 20],
    ['v3', 1, 10],
  ]);
  expect(measuredAt).toEqual(new Date('2026-05-20T00:00:00Z'));
});

test('has the hours of the person’s zone, also where its clock changes', () => {
  const hours = (zone: string) =>
    summarise([seen('2026-03-28T07:30:00Z', 4), seen('2026-03-30T07:30:00Z', 6)], zone).hours.filter(
      ({ posts }) => posts > 0,
    );
  expect(hours('UTC')).toMatchObject([{ hour: 7, views: 10 }]);
  expect(hours('Europe/Rome')).toMatchObject([
    { hour: 8, views: 4 },
    { hour: 9, views: 6 },
  ]);
  expect(summarise([seen('2026-05-01T00:30:00Z', 1)], 'UTC').hours[0]).toMatchObject({ hour: 0, posts: 1 });
});

test('names the hours with the most views per post, of those with two posts', () => {
  const at = (hour: number, ...views: (number | null)[]) =>
    views.map((count, day) => seen(`2026-05-${10 + day}T${String(hour).padStart(2, '0')}:00:00Z`, count));
  const posts = [
    ...at(7, 10, 20),
    ...at(9, 500),
    ...at(12, 40, 40),
    ...at(18, 15, 15),
    ...at(20, 0, 0),
    ...at(21, 9, null),
  ];
  expect(summarise(posts, 'UTC').bestHours).toEqual([12, 7, 18]);
  expect(summarise([...at(9, 500)], 'UTC').bestHours).toEqual([]);
});

test('of nothing is zeros without a time', () => {
  expect(summarise([], 'UTC')).toMatchObject({
    totals: { posts: 0, views: 0, viewsPerPost: null },
    platforms: [],
    styles: [],
    bestHours: [],
    measuredAt: null,
  });
});
