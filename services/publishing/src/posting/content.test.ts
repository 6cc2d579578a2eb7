import { textsOf } from './content.ts';

test("a post has its title and caption as saved, and without a title the caption's first line", () => {
  const texts = { title: `I <3 "you"${'🎬'.repeat(90)}`, caption: 'a < b\nmore' };
  expect(textsOf(texts)).toEqual(texts);
  expect(textsOf({ title: '<<>>', caption: '' }).title).toBe('<<>>');
  expect(textsOf({ title: ' ', caption: ' Squish <it>! \nmore' })).toEqual({
    title: 'Squish <it>!',
    caption: ' Squish <it>! \nmore',
  });
  expect(textsOf({ title: '\u3164', caption: '\u200b\nmore' }).title).toBe('New reel');
  expect(textsOf({ title: '', caption: '' }).title).toBe('New reel');
});
