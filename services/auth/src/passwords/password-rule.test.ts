import { describe, expect, it } from '@jest/globals';
import { requireValidPassword } from './password-rule.ts';

const EMAIL = 'ada.byron@example.com';
const refusal = (password: string) => {
  try {
    requireValidPassword(password, EMAIL);
    return 'taken';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the rule for passwords', () => {
  it('[ASVS 6.2.1] requires eight characters, counted as graphemes', () => {
    expect(refusal('kx7 pqz')).toBe('PASSWORD_TOO_SHORT');
    expect(refusal('kx7 pqzw')).toBe('taken');
    expect(refusal('🦊🦊🦊🦊')).toBe('PASSWORD_TOO_SHORT');
    expect(refusal('🦊🐙🦊🐙🦊🐙🦊🐙')).toBe('taken');
  });

  it('[ASVS 6.2.9] accepts up to 128 characters', () => {
    expect(refusal('long enough '.repeat(10).slice(0, 64))).toBe('taken');
    expect(refusal('🦊'.repeat(128))).toBe('taken');
    expect(refusal('x'.repeat(129))).toBe('PASSWORD_TOO_LONG');
  });

  it('[ASVS 6.2.5] requires no kind of character', () => {
    for (const password of ['onlysmallletters', '73519284650', 'ÄÖÜ ÄÖÜ ÄÖÜ', '        x ']) {
      expect(refusal(password)).toBe('taken');
    }
  });

  it('[ASVS 6.2.4] refuses the most common ones, ignoring case', () => {
    for (const password of ['password', 'PassWord', '12345678', 'iloveyou1', 'football1', 'qwertyuiop']) {
      expect(refusal(password)).toBe('PASSWORD_COMMON');
    }
  });

  it('[ASVS 6.2.11] refuses the e-mail address and the part before its @', () => {
    expect(refusal('Ada.Byron@example.com')).toBe('PASSWORD_COMMON');
    expect(refusal('ADA.BYRON')).toBe('PASSWORD_COMMON');
  });
});
