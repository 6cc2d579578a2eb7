import { describe, expect, it } from '@jest/globals';
import { cleanName, requireName } from './name.ts';

const GOOD: [string, string][] = [
  ['Latin letters with marks', 'Zoë Ångström-O’Neill'],
  ['Arabic', 'محمد'],
  ['Persian with its non-joiner', 'می\u200cخواهم'],
  ['Hebrew', 'שרה'],
  ['Devanagari with a joiner', 'क्\u200dष'],
  ['Chinese', '小明'],
  ['combining marks', 'e\u0301'],
  ['a family of emoji, joined', '👩\u200d👩\u200d👧'],
  ['a heart in colour', '❤\ufe0f'],
  ['nothing', ''],
];

const BAD: [string, string, string][] = [
  ['reversed text (U+202E)', 'Ada\u202egpj.exe', 'Adagpj.exe'],
  ['an embedding (U+202A)', 'A\u202ada', 'Ada'],
  ['an isolate (U+2067)', 'A\u2067da', 'Ada'],
  ['a direction mark (U+200F)', 'A\u200fda', 'Ada'],
  ['an Arabic letter mark (U+061C)', 'A\u061cda', 'Ada'],
  ['a zero-width space (U+200B)', 'A\u200bda', 'Ada'],
  ['a word joiner (U+2060)', 'A\u2060da', 'Ada'],
  ['a soft hyphen (U+00AD)', 'A\u00adda', 'Ada'],
  ['a byte order mark inside (U+FEFF)', 'A\ufeffda', 'A da'],
  ['a hidden tag (U+E0041)', 'A\u{e0041}da', 'Ada'],
  ['a new line', 'Ada\nBcc: bob', 'Ada Bcc: bob'],
  ['a tab', 'Ada\tB', 'Ada B'],
  ['an escape (U+001B)', 'A\u001b[2Jda', 'A[2Jda'],
  ['a C1 control (U+0085)', 'A\u0085da', 'Ada'],
  ['a line separator (U+2028)', 'A\u2028da', 'A da'],
  ['a paragraph separator (U+2029)', 'A\u2029da', 'A da'],
];

describe('a name', () => {
  it.each(GOOD)('may have %s', (_what, name) => {
    expect(requireName(name, 'first')).toBe(name);
    expect(cleanName(name)).toBe(name);
  });

  it.each(BAD)('may not have %s', (_what, name) => {
    expect(() => requireName(name, 'first')).toThrow(expect.objectContaining({ code: 'INVALID_FIRST_NAME' }));
    expect(() => requireName(name, 'last')).toThrow(expect.objectContaining({ code: 'INVALID_LAST_NAME' }));
  });

  it.each(BAD)('from Google is stored without %s', (_what, name, clean) => {
    expect(cleanName(name)).toBe(clean);
  });

  it('is stored without the blanks around it', () => {
    expect(requireName('  Ada \n', 'first')).toBe('Ada');
  });

  it('from Google is cut to a hundred characters, and may be missing', () => {
    expect([...cleanName('👩'.repeat(120))]).toHaveLength(100);
    expect(cleanName(`${'a'.repeat(98)}👩‍👩‍👧`)).toBe('a'.repeat(98));
    expect(cleanName(undefined)).toBe('');
  });
});
