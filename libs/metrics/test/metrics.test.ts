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
