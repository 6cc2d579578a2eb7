import type { PostTargetRow } from '../database.ts';
import { lateSentence } from './lateness.ts';

const due = new Date('2026-11-23T09:00:00Z');
const outAfter = (minutes: number) =>
  lateSentence({
    platform: 'tiktok',
    due_at: due,
    posted_at: new Date(due.getTime() + minutes * 60_000),
    held_by: null,
  } as PostTargetRow);

it.each([
  [11, '11 minutes'],
  [119, '119 minutes'],
  [120, '2 hours'],
  [181, '3 hours and 1 minute'],
  [242, '4 hours and 2 minutes'],
])('%d minutes late is said as %s', (minutes, words) => {
  expect(outAfter(minutes)).toBe(`It went out ${words} late, because we were held up.`);
});
