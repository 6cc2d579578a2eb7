import { messageFromAddress } from './address-message.ts';

test('a message of an address is cut between what a reader sees as characters', () => {
  expect(messageFromAddress(`${'a'.repeat(299)}👩🏽 and more`)).toBe(`${'a'.repeat(299)}👩🏽`);
  expect(messageFromAddress('👩🏽'.repeat(301))).toBe('👩🏽'.repeat(300));
});
