import { createClay } from './clay.ts';
import { colour } from './colour.ts';
import type { Lump, Material } from './lump.ts';

const stuff: Material = { colour: colour(0.5, 0.5, 0.5), shine: 0, polish: 8 };
const fuzzy: Material = { ...stuff, fuzz: 0.05 };
const ball = (x: number, material = stuff): Lump => ({ kind: 'ball', at: [x, 0, 0], size: [1, 1, 1], material });

describe('a set of lumps', () => {
  it('finds the lump that a ray hits, whatever its place in the list', () => {
    const clay = createClay(Array.from({ length: 20 }, (_, n) => ball(n * 5)));
    for (let n = 0; n < 20; n++) expect(clay.intersect(n * 5, 0, -6, 0, 0, 1, 40)?.distance).toBeCloseTo(5, 1);
    expect(clay.intersect(2.5, 0, -6, 0, 0, 1, 40)).toBeNull();
  });

  it('shows hair no longer than the fuzz of its material', () => {
    const clay = createClay([ball(0, fuzzy)]);
    for (let n = 0; n < 40; n++) {
      const angle = n * 0.157;
      const met = clay.intersect(
        Math.cos(angle) * 6,
        0.1,
        Math.sin(angle) * 6,
        -Math.cos(angle),
        0,
        -Math.sin(angle),
        40,
      );
      expect(met?.distance).toBeGreaterThan(4.93);
      expect(met?.distance).toBeLessThan(5.02);
    }
  });
});
