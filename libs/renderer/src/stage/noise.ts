import { noiseKernel } from './generated/noise-kernel.ts';
import { kernelOf } from './wasm.ts';

const kernel = kernelOf<{
  noise2(x: number, y: number): number;
  noise3(x: number, y: number, z: number): number;
  fractal2(x: number, y: number, octaves: number): number;
  fractal3(x: number, y: number, z: number, octaves: number): number;
  eroded2(x: number, y: number, octaves: number): number;
  slope3(x: number, y: number, z: number, octaves: number): void;
}>(noiseKernel)();
const slope = new Float64Array(kernel.memory.buffer, 0, 4);

/** Pseudo-random number in [0, 1) for a cell of the integer plane. */
export function hash2(x: number, y: number): number {
  let n = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263)) | 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

export function hash3(x: number, y: number, z: number): number {
  let n = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(z | 0, 1440662683)) | 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  n = Math.imul(n ^ (n >>> 15), 2246822519);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

/** Smooth value noise in [0, 1). */
export const { noise2, noise3 } = kernel;

/** Sum of `octaves` of noise, each with twice the frequency and half the amplitude; about [0, 1). */
export const { fractal2, fractal3 } = kernel;

/** Like `fractal2`, but steep points get less fine noise: ridges stay sharp and slopes are smooth, as if eroded. */
export const { eroded2 } = kernel;

/** Like `fractal3`, with its gradient: writes the value and the slopes along x, y and z to `out`. */
export function slope3(x: number, y: number, z: number, octaves: number, out: Float64Array): void {
  kernel.slope3(x, y, z, octaves);
  out.set(slope);
}
