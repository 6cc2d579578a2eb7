export { inputFrom, type ProbeResult, probe } from './probe.ts';
export { type Limits, Overtime, runConfined, Unstartable } from './run-confined.ts';
