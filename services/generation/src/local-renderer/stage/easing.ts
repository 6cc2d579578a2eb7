export function clamp(value: number, low = 0, high = 1): number {
  return value < low ? low : Math.min(value, high);
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** 0 before `from`, 1 after `to`, an S-curve between. `from` may be the greater one. */
export function smooth(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from));
  return share * share * (3 - 2 * share);
}

/** How far `time` has come into a span that starts at `start` and lasts `length` seconds, 0 to 1. */
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

/** Overshoots a little and settles: things that pop into place. */
export function backOut(share: number, overshoot = 1.7): number {
  const x = clamp(share) - 1;
  return 1 + (overshoot + 1) * x * x * x + overshoot * x * x;
}

/** A struck jelly: 0 at the blow, swinging with `frequency` Hz and dying with `decay` per second. */
export function wobble(since: number, frequency: number, decay: number): number {
  return since < 0 ? 0 : Math.exp(-since * decay) * Math.sin(since * frequency * Math.PI * 2);
}
