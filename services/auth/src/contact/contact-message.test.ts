import { describe, expect, it } from '@jest/globals';
import { requireContactMessage } from './contact-message.ts';

const right = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  topic: 'billing' as const,
  message: 'Where do I find my invoices?',
};
const codeOf = (change: Partial<typeof right>) => {
  try {
    requireContactMessage({ ...right, ...change });
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'taken';
};

describe('a message to the operator', () => {
  it('has 20 to 4,000 characters once it is trimmed', () => {
    expect(codeOf({ message: `  ${'a'.repeat(19)}\n\n` })).toBe('MESSAGE_TOO_SHORT');
    expect(codeOf({ message: 'a'.repeat(20) })).toBe('taken');
    expect(codeOf({ message: ` ${'a'.repeat(4_000)} ` })).toBe('taken');
    expect(codeOf({ message: 'a'.repeat(4_001) })).toBe('MESSAGE_TOO_LONG');
  });

  it('keeps its lines and loses invisible characters', () => {
    const { message } = requireContactMessage({
      ...right,
      message: 'Dear team,\r\n\r\nhello\u0007 there\u001b[31m!\tBye',
    });
    expect(message).toBe('Dear team,\n\nhello there[31m!\tBye');
  });

  it('has the sender’s name on one line', () => {
    expect(requireContactMessage({ ...right, name: ' Ada\r\nBcc: all@example.com ' }).name).toBe(
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
  ])('is refused from the address %j', (email) => {
    expect(codeOf({ email })).toBe('INVALID_EMAIL');
  });
});
