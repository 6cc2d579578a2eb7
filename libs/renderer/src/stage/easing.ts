export function clamp(value: number, low = 0, high = 1): number {
  return value < low ? low : Math.min(value, high);
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Smoothstep: 0 before `from`, 1 after `to`, an S-curve between. `from` may be greater than `to`. */
export function smooth(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from));
  return share * share * (3 - 2 * share);
}

/** Progress of `time` through a span that starts at `start` and lasts `length` seconds, 0 to 1. */
export function within(time: number, start: number, length: number): number {
  return clamp((time - start) / length);
}

export function easeOut(share: number, power = 3): number {
  return 1 - (1 - clamp(share)) ** power;
}

export function easeIn(share: number, power = 3): number {
  return clamp(share) ** power;
}

export function easeInOut(share: number): number {
  const x = clamp(share);
  return x < 0.5 ? 4 * x * x * x : 1 - (-2 * x + 2) ** 3 / 2;
}

/** Overshoots a little and settles, for things that pop into place. */
export function backOut(share: number, overshoot = 1.7): number {
  const x = clamp(share) - 1;
  return 1 + (overshoot + 1) * x * x * x + overshoot * x * x;
}

/** A damped oscillation: 0 at the start, with `frequency` in Hz and `decay` per second. */
export function wobble(since: number, frequency: number, decay: number): number {
  return since < 0 ? 0 : Math.exp(-since * decay) * Math.sin(since * frequency * Math.PI * 2);
}

/** Catmull-Rom interpolation of keys; each row is a time and its values. Outside the keys the first or last values hold. */
export function interpolateKeys(keys: readonly (readonly number[])[], time: number): number[] {
  let index = 0;
  while (index < keys.length - 2 && time >= (keys[index + 1]?.[0] ?? 0)) index++;
  const before = keys[Math.max(0, index - 1)] as number[];
  const from = keys[index] as number[];
  const to = keys[index + 1] as number[];
  const after = keys[Math.min(keys.length - 1, index + 2)] as number[];
  const [t0, t1, t2, t3] = [before, from, to, after].map((key) => key[0] as number) as [number, number, number, number];
  const span = t2 - t1;
  const share = clamp((time - t1) / span);
  const values: number[] = [];
  for (let n = 1; n < from.length; n++) {
    const [a, b, c, d] = [before[n], from[n], to[n], after[n]] as [number, number, number, number];
    const leave = t2 > t0 ? ((c - a) / (t2 - t0)) * span : 0;
    const reach = t3 > t1 ? ((d - b) / (t3 - t1)) * span : 0;
    const square = share * share;
    const cube = square * share;
    values.push(
      (2 * cube - 3 * square + 1) * b +
        (cube - 2 * square + share) * leave +
        (3 * square - 2 * cube) * c +
        (cube - square) * reach,
    );
  }
  return values;
}
