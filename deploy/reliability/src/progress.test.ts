import { openDeliveries } from './progress.ts';

test('a video that was given up has nothing to deliver', () => {
  expect(openDeliveries(['made', 'given up', 'being made'], ['given up', 'delivered before'])).toBe(2);
});
