import { describe, expect, it } from '@jest/globals';
import { requireEmail } from './email.ts';

describe('an e-mail address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada.Byron@Example.COM ', 'ada.byron@example.com'],
    ['ada+reels@mail.example.co.uk', 'ada+reels@mail.example.co.uk'],
    ["o'neill_{x}~@a-b.example", "o'neill_{x}~@a-b.example"],
    ['1@xn--mnchen-3ya.example', '1@xn--mnchen-3ya.example'],
    [`${'x'.repeat(242)}@example.com`, `${'x'.repeat(242)}@example.com`],
  ])('may be %j, stored as %j', (given, kept) => {
    expect(requireEmail(given)).toBe(kept);
  });

  it.each([
    ['nothing', ''],
    ['no host', 'ada@'],
    ['nobody', '@example.com'],
    ['a host without a dot', 'ada@localhost'],
    ['two of them', 'ada@example.com,bob@example.com'],
    ['a comma', 'x,1@example.com'],
    ['a semicolon', 'x;1@example.com'],
    ['a name beside it', 'Ada <ada@example.com>'],
    ['quotes', '"x,1"@example.com'],
    ['a colon', 'group:ada@example.com'],
    ['brackets', 'ada(byron)@example.com'],
    ['a second @', 'ada@home@example.com'],
    ['a blank', 'ada byron@example.com'],
    ['a line break', 'ada@example.com\nbcc:bob@example.com'],
    ['a null byte', 'ada\u0000@example.com'],
    ['a mark that reverses text', 'ada\u202e@example.com'],
    ['an address in brackets for a host', 'ada@[127.0.0.1]'],
    ['an underscore in the host', 'ada@exa_mple.com'],
    ['a host that begins with a hyphen', 'ada@-example.com'],
    ['a label of 64 letters', `ada@${'x'.repeat(64)}.com`],
    ['two dots in the host', 'ada@example..com'],
    ['a dot at the end', 'ada@example.com.'],
    ['letters beyond ASCII', 'ådå@example.com'],
    ['255 characters', `${'x'.repeat(243)}@example.com`],
  ])('may not have %s', (_what, given) => {
    expect(() => requireEmail(given)).toThrow(expect.objectContaining({ code: 'INVALID_EMAIL' }));
  });
});
