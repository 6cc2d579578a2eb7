import { cutText, perCharacter } from '../src/index.ts';

const FAMILY = '👩‍👩‍👧';

describe('a text that is cut', () => {
  it.each([
    ['plain', 3, 'pla'],
    ['plain', 5, 'plain'],
    ['a🎬b', 2, 'a'],
    ['a🎬b', 3, 'a🎬'],
    [`a${FAMILY}`, 8, 'a'],
    [`a${FAMILY}`, 9, `a${FAMILY}`],
    ['cafe\u0301s', 4, 'caf'],
    ['🇮🇹🇫🇷', 6, '🇮🇹'],
    ['ok\r\n', 3, 'ok'],
    ['', 5, ''],
  ])('%j within %i UTF-16 units is %j', (text, most, beginning) => {
    expect(cutText(text, most)).toBe(beginning);
  });

  it('is measured as its limit counts', () => {
    expect(cutText(`é${FAMILY}z`, 2, Buffer.byteLength)).toBe('é');
    expect(cutText(`é${FAMILY}z`, 2, perCharacter)).toBe(`é${FAMILY}`);
    expect(cutText('🎬🎬🎬', 2, (character) => [...character].length)).toBe('🎬🎬');
  });
});
