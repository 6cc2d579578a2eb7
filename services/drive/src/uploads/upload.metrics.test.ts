import { createMetrics } from '@reelwright/metrics';
import { outcomes } from './deliver-video.ts';
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
  const before = Object.fromEntries(outcomes.map((outcome) => [outcome, '0']));
  expect(await counts()).toEqual(before);
  beginAttempt()('failed');
  expect(await counts()).toEqual({ ...before, failed: '1' });
});
