import { isBlank } from '../src/index.ts';

it.each([
  '',
  ' \n',
  '\u200b',
  '\u200e',
  '\u00ad',
  '\u3164',
  '\u115f\u1160\uffa0',
  '\u{e0041}',
  '\uffff',
  '\u2800',
  '\u2028',
])('%j shows nothing', (text) => {
  expect(isBlank(text)).toBe(true);
});

it.each(['a', '\u200b.', '👩‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', '❤️', '‮a'])('%j can be seen', (text) => {
  expect(isBlank(text)).toBe(false);
});
