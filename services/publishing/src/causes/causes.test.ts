import { causeOf, causes, needsOf, sentence, wordsFor } from './causes.ts';

test('every code has a cause and a fix in plain words', () => {
  for (const code of Object.keys(causes)) {
    const { cause, fix } = wordsFor(code, 'YouTube');
    for (const text of [cause, fix]) {
      expect([code, /^[A-Z].*\.$/.test(text), text.includes('{')]).toEqual([code, true, false]);
    }
    expect(cause).not.toBe(fix);
  }
  expect(sentence(null, 'YouTube')).toBe('');
  expect(causeOf('SOMETHING_NEW')).toBe(causes.REQUEST_REFUSED);
});

test('nobody is sent to what the product does not have', () => {
  for (const [code, { fix }] of Object.entries(causes)) {
    // There is no Regenerate, an entry that was made is locked, and these are the buttons' own names.
    expect([code, /regenerate|^change the|press check(?! now)|post it (again|now)/i.test(fix)]).toEqual([code, false]);
    for (const [, button] of fix.matchAll(/press ([A-Z]\w+(?: (?:now|again))?)/gi)) {
      expect([code, ['Reconnect', 'Post again', 'Post now', 'Check now']]).toEqual([
        code,
        expect.arrayContaining([button]),
      ]);
    }
  }
});

test('what only its owner can do is said to be theirs', () => {
  for (const [code, { fix }] of Object.entries(causes)) {
    if (/Press Reconnect and|Press Reconnect;|then press Reconnect/.test(fix))
      expect([code, needsOf(code)]).toEqual([code, 'reconnect']);
  }
  expect(needsOf('PAGE_NOT_CHOSEN')).toBe('setting');
  for (const code of ['RATE_LIMITED', 'BLOCKED', null]) expect(needsOf(code)).toBeUndefined();
});
