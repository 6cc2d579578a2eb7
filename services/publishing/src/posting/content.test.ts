import { textsOf } from './content.ts';

test("a title is the caption's first line, within YouTube's limits", () => {
  expect(textsOf({ title: '', caption: 'Squish <it>!\nmore' })).toEqual({
    title: 'Squish it!',
    caption: 'Squish it!\nmore',
  });
  expect(textsOf({ title: '', caption: '' }).title).toBe('New reel');
});

test('a title of its own comes before the first line', () => {
  expect(textsOf({ title: 'Ours', caption: 'Squish\nmore' })).toEqual({ title: 'Ours', caption: 'Squish\nmore' });
});

test('a title and a caption are cut between visible characters', () => {
  const title = (text: string) => textsOf({ title: text, caption: '' }).title;
  expect(title('🎬'.repeat(120))).toBe('🎬'.repeat(50));
  expect(title(`${'a'.repeat(95)}👩‍👩‍👧!`)).toBe('a'.repeat(95));
  const caption = (text: string) => textsOf({ title: '', caption: text }).caption;
  expect(caption('é'.repeat(4_000))).toBe('é'.repeat(2_500));
  expect(caption(`${'a'.repeat(4_998)}🎬`)).toBe('a'.repeat(4_998));
});
