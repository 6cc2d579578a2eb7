import { glassKernel } from '../../stage/generated/glass-kernel.ts';
import { kernelOf } from '../../stage/wasm.ts';
import type { GlassLook } from './glass-look.ts';
import { GROUND, type Squeeze } from './jelly.ts';

const start = kernelOf<{
  /** Distance along the ray where it crosses the skin, in a number of steps; -1 where it does not. */
  cross(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    from: number,
    until: number,
    steps: number,
    outside: boolean,
  ): number;
  normal(x: number, y: number, z: number): void;
}>(glassKernel);

/** The body of jelly glass: its skin and its inside. All coordinates are the scene's. */
export function createGlassBody(look: GlassLook) {
  // The state of a frame. Plain objects of numbers, because V8 would box a closure variable on every write.
  const s = {
    wide: 1.1,
    half: 1.1,
    centre: 1.1,
    square: 0.1,
    lobe: 0.1,
    shear: 0.1,
    ripple: 0.01,
    phase: 0.1,
    cos: 0.9,
    sin: 0.1,
    plate: 3.1,
    time: 0.1,
    /** How far the new colours have spread from the plates. */
    wave: 0.1,
    whole: true,
  };
  const tint = { r: 0.5, g: 0.5, b: 0.5 };
  const swirl = { r: 0.5, g: 0.5, b: 0.5 };
  /** The section of the ray that `bound` found near the body, and the last normal. */
  const near = { from: 0.1, until: 0.1 };
  const n = { x: 0.1, y: 0.9, z: 0.1 };
  // The skin is computed by the kernel, from a copy of the state.
  const kernel = start();
  const frame = new Float32Array(kernel.memory.buffer, 0, 15);
  new Int32Array(kernel.memory.buffer)[10] = look.lobes;

  function bound(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    if (!s.whole) return false;
    const r = s.wide * (1.06 + Math.abs(s.lobe) * 0.6 + s.ripple) + Math.abs(s.shear) * 0.6;
    const low = s.centre - s.half * 1.03;
    const high = s.centre + s.half * 1.03;
    const a = dx * dx + dz * dz;
    const b = ox * dx + oz * dz;
    const d = b * b - a * (ox * ox + oz * oz - r * r);
    if (d <= 0) return false;
    const root = Math.sqrt(d);
    let t0 = (-b - root) / a;
    let t1 = (-b + root) / a;
    const e0 = (low - oy) / dy;
    const e1 = (high - oy) / dy;
    t0 = Math.max(t0, Math.min(e0, e1), 0);
    t1 = Math.min(t1, Math.max(e0, e1));
    near.from = t0;
    near.until = t1;
    return t1 > t0;
  }

  function normal(x: number, y: number, z: number): void {
    kernel.normal(x, y, z);
    n.x = frame[12] as number;
    n.y = frame[13] as number;
    n.z = frame[14] as number;
  }

  /** Share of the second colour along a path through the body, 0 to 1. */
  function cloudsAlong(x: number, y: number, z: number, dx: number, dy: number, dz: number, length: number): number {
    let sum = 0;
    for (let i = 0; i < 5; i++) {
      const t = (length * (i + 0.5)) / 5;
      const u = (x + dx * t) / s.wide;
      const v = (y + dy * t - s.centre) / s.half;
      const w = (z + dz * t) / s.wide;
      const fold = Math.sin(u * 2.7 + v * 2.1 + s.time * 0.7 + 1.7 * Math.sin(w * 2.4 - v * 1.6 + s.time * 0.5));
      const veil = fold + Math.sin(w * 3.3 + u * 1.8 - v * 2.9 - s.time * 0.6) - 0.85;
      if (veil > 0) sum += veil * veil * 0.38;
    }
    return Math.min(sum, 1);
  }

  /** Factor by which the bubbles along a path change the light behind them; above 2 where a bubble reflects the lamp. */
  function bubblesAlong(x: number, y: number, z: number, dx: number, dy: number, dz: number, length: number): number {
    const list = look.bubbles;
    let factor = 1;
    for (let i = 0; i < list.length; i += 4) {
      const bx = (list[i] as number) * s.wide - x;
      const by = (list[i + 1] as number) * s.half + s.centre - y;
      const bz = (list[i + 2] as number) * s.wide - z;
      const along = bx * dx + by * dy + bz * dz;
      if (along < 0 || along > length) continue;
      const r = list[i + 3] as number;
      const gap = (bx * bx + by * by + bz * bz - along * along) / (r * r);
      if (gap > 1) continue;
      // Air in glass: dark where the bubble's skin deflects the light, bright through its middle.
      const rim = (gap - 0.78) * 6;
      factor *= 1.12 + 0.25 * (1 - gap) - 0.62 * Math.exp(-rim * rim);
      const gx = bx - along * dx + r * 0.34;
      const gy = by - along * dy - r * 0.4;
      const spark = (gx * gx + gy * gy) / (r * r * 0.07);
      if (spark < 1) return 3.2 - spark;
      const hx = bx - along * dx - r * 0.42;
      const hy = by - along * dy + r * 0.45;
      factor += 0.5 * Math.max(0, 1 - (hx * hx + hy * hy) / (r * r * 0.12));
    }
    return factor;
  }

  /** Sets the body's shape at a time. `wave`: how far the new colours have spread; `turned`: their share in the body. */
  function pose(time: number, squeeze: Squeeze, wave: number, turned: number): void {
    const { wide, half, lift, flat, shear, ripple, phase, turn, plate, whole } = squeeze;
    s.time = time;
    s.wave = wave;
    s.whole = whole;
    for (const channel of ['r', 'g', 'b'] as const) {
      const { before, after } = look;
      tint[channel] = before.tint[channel] + (after.tint[channel] - before.tint[channel]) * turned;
      swirl[channel] = before.swirl[channel] + (after.swirl[channel] - before.swirl[channel]) * turned;
    }
    s.wide = wide;
    s.half = half;
    s.centre = GROUND + lift + half;
    s.square = Math.min(0.95, look.square + 0.75 * flat);
    s.lobe = look.lobes > 1 ? look.lobeDepth : 0;
    s.shear = shear;
    s.ripple = ripple;
    s.phase = phase;
    s.cos = Math.cos(turn);
    s.sin = Math.sin(turn);
    s.plate = plate;
    frame.set([s.wide, s.half, s.centre, s.square, s.lobe, s.shear, s.ripple, s.phase, s.cos, s.sin]);
  }

  return {
    state: s,
    tint,
    swirl,
    near,
    normalAt: n,
    bound,
    cross: kernel.cross,
    normal,
    cloudsAlong,
    bubblesAlong,
    pose,
  };
}

export type GlassBody = ReturnType<typeof createGlassBody>;
