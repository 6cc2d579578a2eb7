export { createMeasurements, type Definition, type Measurements } from './measurements.ts';
