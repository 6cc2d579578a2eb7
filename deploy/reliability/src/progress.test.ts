import { openDeliveries } from './progress.ts';

test('a video that generation gave up does not count as an open delivery', () => {
  expect(openDeliveries(['made', 'given up', 'being made'], ['given up', 'delivered before'])).toBe(2);
});
