import { noiseKernel } from './generated/noise-kernel.ts';
import { kernelOf } from './wasm.ts';

const kernel = kernelOf<{
  noise3(x: number, y: number, z: number): number;
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
export function noise2(x: number, y: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  let u = x - ix;
  let v = y - iy;
  u = u * u * u * (u * (u * 6 - 15) + 10);
  v = v * v * v * (v * (v * 6 - 15) + 10);
  const top = hash2(ix, iy) * (1 - u) + hash2(ix + 1, iy) * u;
  const bottom = hash2(ix, iy + 1) * (1 - u) + hash2(ix + 1, iy + 1) * u;
  return top + (bottom - top) * v;
}

/** Sum of `octaves` of noise, each with twice the frequency and half the amplitude; about [0, 1). */
export function fractal2(x: number, y: number, octaves: number): number {
  let sum = 0;
  let strength = 0.5;
  for (let octave = 0; octave < octaves; octave++) {
    sum += strength * noise2(x, y);
    // Each octave is rotated by about 37 degrees, so that the lattice does not show.
    const turned = x * 1.6 + y * 1.2;
    y = y * 1.6 - x * 1.2 + 17.3;
    x = turned + 5.7;
    strength *= 0.5;
  }
  return sum;
}

export const { noise3, fractal3 } = kernel;

/** Like `fractal2`, but steep points get less fine noise: ridges stay sharp and slopes are smooth, as if eroded. */
export const { eroded2 } = kernel;

/** Like `fractal3`, with its gradient: writes the value and the slopes along x, y and z to `out`. */
export function slope3(x: number, y: number, z: number, octaves: number, out: Float64Array): void {
  kernel.slope3(x, y, z, octaves);
  out.set(slope);
}
