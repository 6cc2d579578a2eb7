import { createHash } from 'node:crypto';

/** A seeded random number generator. The same seed gives the same numbers on every machine. */
export interface Random {
  /** Next number in [0, 1). */
  next(): number;
  /** Number in [low, high). */
  range(low: number, high: number): number;
  /** Whole number in [low, high]. */
  whole(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
  chance(probability: number): boolean;
  /** A separate generator for one purpose, so that additional draws for one purpose do not change another. */
  fork(purpose: string): Random;
}

export function createRandom(seed: string): Random {
  const bytes = createHash('sha256').update(seed).digest();
  let a = bytes.readUInt32LE(0);
  let b = bytes.readUInt32LE(4);
  let c = bytes.readUInt32LE(8);
  let counter = bytes.readUInt32LE(12);

  // sfc32: small, fast, passes PractRand.
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  };
  const random: Random = {
    next,
    range: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick: <T>(choices: readonly T[]): T => {
      const choice = choices[Math.floor(next() * choices.length)];
      if (choice === undefined) throw new RangeError('Nothing to pick from.');
      return choice;
    },
    chance: (probability) => next() < probability,
    fork: (purpose) => createRandom(`${seed}/${purpose}`),
  };
  return random;
}
