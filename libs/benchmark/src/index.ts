export { type Benchmark, createBenchmark } from './benchmark.ts';
export { fillTable } from './fill-table.ts';
export type { Goal } from './goal.ts';
export { interleave, type Samples, type Side } from './interleave.ts';
export { median, quantile } from './quantiles.ts';
export { roundsFrom } from './rounds.ts';
export { table } from './table.ts';
export { readVersions } from './versions.ts';
