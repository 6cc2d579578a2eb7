import { createMetrics } from '@reelwright/metrics';
import { renderFailures } from '@reelwright/product';
import type { GenerationJob } from '../database.ts';
import { observeJobs } from './job.metrics.ts';

const REQUESTED = new Date('2026-11-21T12:00:00Z');
const after = (seconds: number) => new Date(REQUESTED.getTime() + seconds * 1_000);
const job = (columns: Partial<GenerationJob>) =>
  ({ state: 'done', code: null, requested_at: REQUESTED, finished_at: after(90), ...columns }) as GenerationJob;

function startObserving() {
  const metrics = createMetrics({ service: 'generation', processMetrics: false });
  const onJobEnded = observeJobs(metrics);
  return {
    onJobEnded,
    text: () => metrics.registry.metrics(),
    /** The values of a series of the estimates' histogram. */
    async read(series: string) {
      const line = (await metrics.registry.metrics())
        .split('\n')
        .find((one) => one.startsWith(`generation_estimate_ratio_${series}`));
      return Number(line?.split(' ')[1]);
    },
  };
}

it('each outcome is reported before its first job has ended: an increase is counted from the second reading on', async () => {
  const { text } = startObserving();
  const counts = [
    ...(await text()).matchAll(/^generation_video_duration_seconds_count\{.*outcome="(\w+)",cause="(\w*)"\} (\d+)$/gm),
  ];
  expect(counts.map(([, ...values]) => values)).toEqual([
    ['done', '', '0'],
    ...renderFailures.map((cause) => ['failed', cause, '0']),
  ]);
});

describe('the estimate of a video', () => {
  it('is above 1 if the video took longer, and below if it took less', async () => {
    const { onJobEnded, read } = startObserving();
    onJobEnded(job({ first_expected_at: after(60) }));
    expect(await read('sum')).toBe(1.5);
    onJobEnded(job({ first_expected_at: after(180) }));
    expect([await read('sum'), await read('count')]).toEqual([2, 2]);
    expect(await read('bucket{le="0.5"')).toBe(1);
  });

  it.each<[string, Partial<GenerationJob>]>([
    ['has failed', { state: 'failed', code: 'MODEL_REFUSED', first_expected_at: after(60) }],
    ['had no estimate', { first_expected_at: null }],
  ])('is not counted if the video %s', async (_what, columns) => {
    const { onJobEnded, read } = startObserving();
    onJobEnded(job(columns));
    expect(await read('count')).toBe(0);
  });
});
