import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';

/** The metrics of one process; names are `<service>_<thing>_<unit or total>`, labels come from small fixed sets. */
export interface Metrics {
  readonly registry: Registry;
  counter<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Counter<Label>;
  gauge<Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
    collect?: (gauge: Gauge<Label>) => void | Promise<void>,
  ): Gauge<Label>;
  /** A metric whose values are read elsewhere, for example in a table, each time the metrics are read. */
  readElsewhere(name: string, help: string, type: MetricType, read: () => Promise<readonly Sample[]>): void;
  histogram<Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
    buckets?: number[],
  ): Histogram<Label>;
}

export type MetricType = 'counter' | 'gauge' | 'histogram';

/** A value of a metric; the values of a histogram have the suffixes `bucket`, `sum` and `count`. */
export interface Sample {
  readonly suffix?: 'bucket' | 'sum' | 'count';
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

const HOUR_MS = 3_600_000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export function createMetrics(options: { service: string; processMetrics?: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.processMetrics ?? true) collectProcessMetrics(registry);
  return {
    registry,
    counter: (name, help, labels = []) => new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: (name, help, labels = [], collect) =>
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        ...(collect && {
          async collect() {
            await collect(this);
          },
        }),
      }),
    readElsewhere: (name, help, type, read) =>
      registry.registerMetric({
        name,
        async get() {
          const values = (await read()).map(({ suffix, labels, value }) => ({
            metricName: suffix ? `${name}_${suffix}` : name,
            labels,
            value,
          }));
          return { name, help, type, values, aggregator: 'sum' };
        },
        reset: () => undefined,
      } as unknown as Metric),
    histogram: (name, help, labels = [], buckets = SECONDS) =>
      new Histogram({ name, help, labelNames: [...labels], buckets, registers: [registry] }),
  };
}

/**
 * Leaves out the histogram of the event loop's delay: it is sampled a hundred times a second, which costs more than all else
 * that an idle service does. `nodejs_eventloop_lag_seconds` is measured when it is read.
 */
function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: HOUR_MS });
  for (const figure of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    register.removeSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`);
}
