import { en, postCause, wordsFor } from '@reelwright/causes';
import { postCauses } from '@reelwright/product';
import { meaningOf, needsOf } from './causes.ts';

test('an unknown code, written by a newer version, counts as a refusal', () => {
  expect(meaningOf('SOMETHING_NEW')).toBe(meaningOf('REQUEST_REFUSED'));
});

test('a cause whose fix is to reconnect needs its owner', () => {
  for (const code of postCauses) {
    const { fix } = wordsFor(postCause(code, 'youtube'), { language: en, timeZone: undefined });
    if (/Press Reconnect and|Press Reconnect;|then press Reconnect/.test(fix))
      expect([code, needsOf(code)]).toEqual([code, 'reconnect']);
  }
  expect(needsOf('PAGE_NOT_CHOSEN')).toBe('setting');
  for (const code of ['RATE_LIMITED', 'BLOCKED', null]) expect(needsOf(code)).toBeUndefined();
});
