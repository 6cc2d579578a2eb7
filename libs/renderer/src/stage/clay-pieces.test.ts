import { createClay } from './clay.ts';
import { createClayPieces } from './clay-pieces.ts';
import type { Lump } from './lump.ts';

const material = { colour: { r: 0.5, g: 0.5, b: 0.5 }, shine: 0, polish: 8 };
const things: Lump[][] = [
  [{ kind: 'ball', at: [0, 1, 3], size: [1, 1, 1], material }],
  [{ kind: 'box', at: [0.5, 1, 6], size: [2, 1, 0.5], round: 0.1, material }],
];

describe('clay in pieces', () => {
  it('is hit at the same distances as one set of the same lumps', () => {
    const pieces = createClayPieces(things);
    const whole = createClay(things.flat());
    for (const slant of [-0.5, -0.2, 0, 0.1, 0.3, 0.6]) {
      const length = Math.hypot(slant, 1);
      const one = pieces.intersect(0, 1, 0, slant / length, 0, 1 / length, 20)?.distance;
      const other = whole.intersect(0, 1, 0, slant / length, 0, 1 / length, 20)?.distance;
      expect(one ?? 0).toBeCloseTo(other ?? 0, 2);
    }
  });

  it('gives two pieces different surface numbers', () => {
    const pieces = createClayPieces(things);
    const ball = pieces.intersect(0, 1, 0, 0, 0, 1, 20)?.surface;
    const box = pieces.intersect(1.5, 1, 0, 0, 0, 1, 20)?.surface;
    expect(ball).not.toBe(box);
  });
});
