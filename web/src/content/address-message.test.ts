import { messageFromAddress } from './address-message.ts';

test('a message from the address is cut between visible characters', () => {
  expect(messageFromAddress(`${'a'.repeat(299)}👩🏽 and more`)).toBe(`${'a'.repeat(299)}👩🏽`);
  expect(messageFromAddress('👩🏽'.repeat(301))).toBe('👩🏽'.repeat(300));
});
