import type { Random } from '../../stage/random.ts';

const STEPS = 256;

/** Heights of the icing's lower rim, by angle: a wavy line with rounded drips. */
export function dripRim(random: Random): Float64Array {
  const rim = new Float64Array(STEPS + 1);
  const drips = Array.from({ length: 9 }, (_, n) => ({
    at: ((n + random.range(-0.3, 0.3)) / 9) * Math.PI * 2,
    deep: random.range(0.05, 0.24),
    wide: random.range(0.1, 0.19),
  }));
  const phase = random.range(0, 6);
  for (let step = 0; step <= STEPS; step++) {
    const angle = (step / STEPS) * Math.PI * 2;
    let low = 0.03 + 0.025 * Math.sin(angle * 3 + phase) + 0.02 * Math.sin(angle * 5 - phase);
    for (const { at, deep, wide } of drips) {
      const off = Math.abs(((angle - at + Math.PI * 3) % (Math.PI * 2)) - Math.PI) / wide;
      low -= deep / (1 + off ** 4);
    }
    rim[step] = low;
  }
  return rim;
}

/** Height of the rim at an angle. */
export function rimAt(rim: Float64Array, angle: number): number {
  const place = ((angle / (Math.PI * 2) + 4) % 1) * STEPS;
  const step = Math.floor(place);
  const low = rim[step] as number;
  return low + ((rim[Math.min(STEPS, step + 1)] as number) - low) * (place - step);
}
