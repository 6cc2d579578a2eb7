import { csvOf } from './csv.ts';
import type { SeenPost } from './views.repository.ts';

const post: SeenPost = {
  videoId: 'v-1',
  platform: 'tiktok',
  title: 'Glass, slowly',
  style: 'v1',
  postedAt: new Date('2026-05-10T07:00:00Z'),
  permalink: 'https://tiktok.test/1',
  views: 1204,
  likes: 30,
  watchSeconds: null,
  measuredAt: new Date('2026-05-11T07:00:00Z'),
  code: null,
};
const titleCell = (title: string) =>
  csvOf([{ ...post, title }])
    .split('TikTok,')[1]
    ?.split(',Glass Squish')[0];

test('has a header and a line for each post, which end in CRLF', () => {
  expect(csvOf([post])).toBe(
    '\uFEFFPosted at (UTC),Platform,Title,Style,Views,Likes,Watch time (seconds),Counted at (UTC),Link,Video\r\n' +
      '2026-05-10T07:00:00.000Z,TikTok,"Glass, slowly",Glass Squish,1204,30,,2026-05-11T07:00:00.000Z,https://tiktok.test/1,v-1\r\n',
  );
  expect(csvOf([]).split('\r\n')).toHaveLength(2);
});

test.each([
  ['She said "go"', '"She said ""go"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['Café à Zürich 🎬', 'Café à Zürich 🎬'],
])('quotes %j', (title, quoted) => {
  expect(titleCell(title)).toBe(quoted);
});

test.each(['=HYPERLINK("http://evil.test")', '+1', '-1+2', '@SUM(A1)', '\t=1', ' =1', '\r=1'])(
  'gives a spreadsheet no formula: %j',
  (title) => {
    expect(titleCell(title)?.replace(/^"/, '').startsWith("'")).toBe(true);
  },
);

test('leaves empty what is not known', () => {
  const unknown = { ...post, style: null, views: null, likes: null, measuredAt: null, permalink: null, title: '' };
  expect(csvOf([unknown]).split('\r\n')[1]).toBe('2026-05-10T07:00:00.000Z,TikTok,,,,,,,,v-1');
});
