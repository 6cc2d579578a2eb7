import type { Captions } from '@reelwright/product';
import type { VideoRow } from '../database.ts';
import { contentKey, textsOf } from './content.ts';

test('a caption of one platform is used there only, and changes the content key of that platform only', () => {
  const video = { title: '', caption: 'For all', captions: { tiktok: 'For TikTok\nmore' } };
  expect(textsOf(video, 'tiktok')).toEqual({ title: 'For TikTok', caption: 'For TikTok\nmore' });
  expect(textsOf(video, 'youtube')).toEqual({ title: 'For all', caption: 'For all' });
  expect(textsOf({ ...video, title: 'Ours' }, 'tiktok').title).toBe('Ours');
  const keyOf = (platform: 'tiktok' | 'youtube', captions: Captions) =>
    contentKey(platform, { ...video, captions, variation: 0, media_key: 'a.mp4' } as VideoRow, undefined);
  expect(keyOf('tiktok', {})).not.toBe(keyOf('tiktok', video.captions));
  expect(keyOf('youtube', {})).toBe(keyOf('youtube', video.captions));
});

test("the caption is unchanged; the title is trimmed, or else the caption's first line, or else 'New reel'", () => {
  const sharedTexts = (texts: { title: string; caption: string }) => textsOf({ ...texts, captions: {} }, 'tiktok');
  const texts = { title: `I <3 "you"${'🎬'.repeat(90)}`, caption: 'a < b\nmore' };
  expect(sharedTexts(texts)).toEqual(texts);
  expect(sharedTexts({ title: '<<>>', caption: '' }).title).toBe('<<>>');
  expect(sharedTexts({ title: ' ', caption: ' Squish <it>! \nmore' })).toEqual({
    title: 'Squish <it>!',
    caption: ' Squish <it>! \nmore',
  });
  expect(sharedTexts({ title: '\u3164', caption: '\u200b\nmore' }).title).toBe('New reel');
  expect(sharedTexts({ title: '', caption: '' }).title).toBe('New reel');
});
