import { expect, test } from '@jest/globals';
import { keepMessage, takeMessage } from './kept-message.ts';

test('a kept message is taken once', () => {
  keepMessage({ title: 'Welcome back!', text: 'Google is linked.' });
  expect(takeMessage()).toEqual({ title: 'Welcome back!', text: 'Google is linked.' });
  expect(takeMessage()).toBeNull();
});

test.each(['{"title":7}', 'null', '[]', 'not JSON'])('a stored %s is no message', (stored) => {
  sessionStorage.setItem('kept-message', stored);
  expect(takeMessage()).toBeNull();
});
