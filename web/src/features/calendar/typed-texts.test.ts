import { describe, expect, test } from '@jest/globals';
import { postedCaptions } from '@reelwright/product';
import {
  savedTexts,
  textOfPlatform,
  typedFor,
  typedTextsOf,
  withSuggested,
  withText,
  withTextOfItsOwn,
} from './typed-texts.ts';

const suggested = postedCaptions('v1', { name: 'Ada', occupation: '' });
const nothing = typedTextsOf(null);

describe('the texts of an entry while they are edited', () => {
  test('are the suggested ones until something is typed, which then goes to every platform', () => {
    expect(textOfPlatform('tiktok', nothing, suggested)).toBe(suggested.tiktok);
    const typed = withText('tiktok', ' Ours ', nothing);
    expect([textOfPlatform('tiktok', typed, suggested), textOfPlatform('youtube', typed, suggested)]).toEqual([
      'Ours',
      'Ours',
    ]);
    expect(savedTexts(typed)).toEqual({ caption: 'Ours', captions: null });
  });

  test('can differ on one platform, which is then the only one that its field changes', () => {
    const own = withText('tiktok', 'For TikTok', withTextOfItsOwn('tiktok', suggested.tiktok, nothing));
    expect(savedTexts(own)).toEqual({ caption: null, captions: { tiktok: 'For TikTok' } });
    const both = withText('youtube', 'For all', own);
    expect(savedTexts(both)).toEqual({ caption: 'For all', captions: { tiktok: 'For TikTok' } });
    expect(textOfPlatform('facebook', both, suggested)).toBe('For all');
    expect(savedTexts(withTextOfItsOwn('tiktok', null, both))).toEqual({ caption: 'For all', captions: null });
  });

  test('that are cleared count as none, and stay empty in their field', () => {
    const cleared = withText('tiktok', ' ', nothing);
    expect([typedFor('tiktok', cleared), savedTexts(cleared)]).toEqual([' ', { caption: null, captions: null }]);
    expect(textOfPlatform('tiktok', cleared, suggested)).toBe(suggested.tiktok);
    const own = withText('tiktok', '', withTextOfItsOwn('tiktok', 'x', { caption: 'For all', captions: {} }));
    expect(textOfPlatform('tiktok', own, suggested)).toBe('For all');
    expect(savedTexts(own)).toEqual({ caption: 'For all', captions: null });
  });

  test('become the suggested ones again: those of all platforms, or that of one', () => {
    const shared = withText('tiktok', 'For all', nothing);
    expect(withSuggested('youtube', shared, suggested)).toEqual(nothing);
    const own = withTextOfItsOwn('tiktok', 'For TikTok', shared);
    expect(savedTexts(withSuggested('tiktok', own, suggested))).toEqual({
      caption: 'For all',
      captions: { tiktok: suggested.tiktok },
    });
    const onlyOwn = withTextOfItsOwn('tiktok', 'For TikTok', nothing);
    expect(withSuggested('tiktok', onlyOwn, suggested)).toEqual(nothing);
  });
});
