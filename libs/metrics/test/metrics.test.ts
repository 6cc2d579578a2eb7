import { createMetrics } from '../src/index.ts';

describe('the metrics of a process', () => {
  it('have its name and the counted values', async () => {
    const metrics = createMetrics({ service: 'billing', processMetrics: false });
    metrics.counter('events_total', 'Events', ['outcome']).inc({ outcome: 'handled' }, 2);
    metrics.histogram('work_seconds', 'Work', [], [1]).observe(0.5);
    const text = await metrics.registry.metrics();
    expect(text).toContain('events_total{outcome="handled",service="billing"} 2');
    expect(text).toContain('work_seconds_bucket{le="1",service="billing"} 1');
  });

  it('read the value of a gauge when they are collected', async () => {
    const metrics = createMetrics({ service: 'billing', processMetrics: false });
    let waiting = 1;
    metrics.gauge('jobs_waiting', 'Jobs', [], (gauge) => gauge.set(waiting));
    waiting = 7;
    expect(await metrics.registry.metrics()).toContain('jobs_waiting{service="billing"} 7');
  });

  it('may have values that are kept elsewhere', async () => {
    const metrics = createMetrics({ service: 'billing', processMetrics: false });
    let count = 1;
    metrics.readElsewhere('jobs_total', 'Jobs', 'counter', async () => [{ labels: { kind: 'a "b"' }, value: count }]);
    metrics.readElsewhere('job_seconds', 'Durations', 'histogram', async () => [
      { suffix: 'bucket', labels: { le: 5 }, value: 1 },
      { suffix: 'bucket', labels: { le: '+Inf' }, value: 2 },
      { suffix: 'sum', labels: {}, value: 9.5 },
      { suffix: 'count', labels: {}, value: 2 },
    ]);
    count = 7;
    const text = await metrics.registry.metrics();
    expect(text).toContain('# TYPE jobs_total counter\njobs_total{kind="a \\"b\\"",service="billing"} 7');
    expect(text).toContain('# TYPE job_seconds histogram\njob_seconds_bucket{le="5",service="billing"} 1');
    expect(text).toContain('job_seconds_bucket{le="+Inf",service="billing"} 2');
    expect(text).toContain('job_seconds_sum{service="billing"} 9.5');
    expect(text).toContain('job_seconds_count{service="billing"} 2');
  });

  it('do not mix with those of another app in the same process', async () => {
    const [a, b] = ['a', 'b'].map((service) => createMetrics({ service, processMetrics: false }));
    a?.counter('events_total', 'Events').inc();
    b?.counter('events_total', 'Events');
    expect(await b?.registry.metrics()).toContain('events_total{service="b"} 0');
  });

  it('include those of the process itself unless turned off', async () => {
    const metrics = createMetrics({ service: 'billing' });
    expect(await metrics.registry.metrics()).toContain('process_resident_memory_bytes');
    metrics.registry.clear();
  });

  it('sample nothing while they are not read', async () => {
    const metrics = createMetrics({ service: 'billing' });
    const text = await metrics.registry.metrics();
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toContain('nodejs_eventloop_lag_p99_seconds');
    metrics.registry.clear();
  });
});
