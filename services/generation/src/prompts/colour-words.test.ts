import { colourInWords } from './colour-words.ts';

it.each([
  ['#000000', 'black'],
  ['#ffffff', 'white'],
  ['#808080', 'grey'],
  ['#333333', 'charcoal'],
  ['#ff0000', 'vivid red'],
  ['#E07A5F', 'coral red'],
  ['#0a7f80', 'deep teal'],
  ['#f4f1de', 'cream'],
  ['#6b3e1d', 'brown'],
  ['#1e3a8a', 'deep blue'],
  ['#ffd1dc', 'pale pink'],
  ['#2e8b57', 'deep green'],
  ['#7c3aed', 'violet'],
])('%s is called %s, followed by the number', (hex, words) => {
  expect(colourInWords(hex)).toBe(`${words} (${hex.toLowerCase()})`);
});

it.each(['', 'red', '#fff', '#12345g', '#1234567', '"#123456'])(
  'is undefined for %j, which is not a colour',
  (typed) => {
    expect(colourInWords(typed)).toBeUndefined();
  },
);
