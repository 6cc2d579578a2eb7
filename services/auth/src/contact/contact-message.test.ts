import { describe, expect, it } from '@jest/globals';
import { requireContactMessage } from './contact-message.ts';

const valid = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  topic: 'billing' as const,
  message: 'Where do I find my invoices?',
};
const codeOf = (change: Partial<typeof valid>) => {
  try {
    requireContactMessage({ ...valid, ...change });
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'accepted';
};

describe('a contact message', () => {
  it('has 20 to 4,000 characters once it is trimmed', () => {
    expect(codeOf({ message: `  ${'a'.repeat(19)}\n\n` })).toBe('MESSAGE_TOO_SHORT');
    expect(codeOf({ message: 'a'.repeat(20) })).toBe('accepted');
    expect(codeOf({ message: ` ${'a'.repeat(4_000)} ` })).toBe('accepted');
    expect(codeOf({ message: 'a'.repeat(4_001) })).toBe('MESSAGE_TOO_LONG');
  });

  it('keeps its line breaks and tabs, and loses other control characters', () => {
    const { message } = requireContactMessage({
      ...valid,
      message: 'Dear team,\r\n\r\nhello\u0007 there\u001b[31m!\tBye',
    });
    expect(message).toBe('Dear team,\n\nhello there[31m!\tBye');
  });

  it('has the sender’s name on one line, without invisible characters', () => {
    expect(requireContactMessage({ ...valid, name: ' Ada\r\nBcc: all@example.com ' }).name).toBe(
      'Ada  Bcc: all@example.com',
    );
    expect(codeOf({ name: ' \u200b ' })).toBe('NAME_MISSING');
  });

  it.each([
    'ada@example.com\r\nBcc: all@example.com',
    'ada@example.com, eve@example.com',
    'ada@example.com;eve@example.com',
    'Ada <ada@example.com>',
    '"ada@example.com"@example.com',
    'ada',
  ])('is refused with the e-mail address %j', (email) => {
    expect(codeOf({ email })).toBe('INVALID_EMAIL');
  });
});
