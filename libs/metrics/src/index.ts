export type { Counter, Gauge, Histogram, Registry } from 'prom-client';
export { createMetrics, type Metrics, type MetricType, type Sample } from './metrics.ts';
export { observeStreams, type StreamOutcome, type Streams } from './streams.ts';
