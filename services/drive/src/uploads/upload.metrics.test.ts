import { createMetrics } from '@reelwright/metrics';
import { observeAttempts } from './upload.metrics.ts';

it('each outcome is reported before the first attempt: an increase is counted from the second reading on', async () => {
  const metrics = createMetrics({ service: 'drive', processMetrics: false });
  const beginAttempt = observeAttempts(metrics);
  const counts = async () =>
    Object.fromEntries(
      [...(await metrics.registry.metrics()).matchAll(/_count\{.*outcome="(\w+)"\} (\d+)$/gm)].map(
        ([, ...count]) => count,
      ),
    );
  const before = { delivered: '0', trashed: '0', failed: '0', given_up: '0', interrupted: '0' };
  expect(await counts()).toEqual(before);
  beginAttempt()('failed');
  expect(await counts()).toEqual({ ...before, failed: '1' });
});
