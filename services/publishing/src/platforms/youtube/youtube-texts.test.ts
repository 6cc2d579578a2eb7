import { youtubeTexts } from './youtube-texts.ts';

test('YouTube gets title and description without < and >', () => {
  expect(youtubeTexts({ title: 'Squish <it>!', caption: 'Squish <it>!\nmore' })).toEqual({
    title: 'Squish it!',
    description: 'Squish it!\nmore',
  });
  expect(youtubeTexts({ title: '<<>>', caption: '' }).title).toBe('New reel');
});

test('a title and a description are cut between visible characters', () => {
  const title = (text: string) => youtubeTexts({ title: text, caption: '' }).title;
  expect(title('🎬'.repeat(120))).toBe('🎬'.repeat(50));
  expect(title(`${'a'.repeat(95)}👩‍👩‍👧!`)).toBe('a'.repeat(95));
  const description = (text: string) => youtubeTexts({ title: '', caption: text }).description;
  expect(description('é'.repeat(4_000))).toBe('é'.repeat(2_500));
  expect(description(`${'a'.repeat(4_998)}🎬`)).toBe('a'.repeat(4_998));
});
