import { nextDay } from './budgets.ts';
import { wordsOf } from './content.ts';

test("a title is the caption's first line, within YouTube's limits", () => {
  expect(wordsOf({ title: '', caption: 'Squish <it>!\nmore' })).toEqual({
    title: 'Squish it!',
    caption: 'Squish it!\nmore',
  });
  expect(wordsOf({ title: '', caption: '' }).title).toBe('New reel');
  expect([...wordsOf({ title: '🎬'.repeat(120), caption: '' }).title]).toHaveLength(100);
  expect(Buffer.byteLength(wordsOf({ title: '', caption: 'é'.repeat(4_000) }).caption)).toBeLessThanOrEqual(5_000);
});

test("a budget's day ends at midnight where the platform counts", () => {
  expect(nextDay('America/Los_Angeles', new Date('2026-11-21T12:00:00Z'))).toEqual(new Date('2026-11-22T08:00:00Z'));
  expect(nextDay('UTC', new Date('2026-11-21T23:59:59Z'))).toEqual(new Date('2026-11-22T00:00:00Z'));
});
