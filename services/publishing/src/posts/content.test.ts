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
