import { expect, it } from '@jest/globals';
import { requireMessage } from './chat-message.ts';

it.each(['', '  \n\t ', '\u200b'.repeat(10), '\u202e', '\u00ad\u2060', '\u3164'])('%j is no message', (text) => {
  expect(() => requireMessage(text)).toThrow('Please type a question.');
});

it.each(['?', '👩‍👩‍👧', 'e\u0301', 'مرحبا', '\u200bhi'])('%j is a message', (text) => {
  expect(requireMessage(text)).toBe(text);
});
