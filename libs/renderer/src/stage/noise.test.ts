import { eroded2, fractal3, slope3 } from './noise.ts';

describe('noise with slopes', () => {
  it('has the value of the noise without slopes, and slopes that match finite differences', () => {
    const here = new Float64Array(4);
    const step = 1e-5;
    for (const [x, y, z] of [
      [0.3, 1.7, -2.2],
      [14.61, -3.35, 8.07],
    ] as const) {
      slope3(x, y, z, 5, here);
      expect(here[0]).toBeCloseTo(fractal3(x, y, z, 5), 10);
      expect(here[1]).toBeCloseTo((fractal3(x + step, y, z, 5) - fractal3(x - step, y, z, 5)) / (2 * step), 4);
      expect(here[2]).toBeCloseTo((fractal3(x, y + step, z, 5) - fractal3(x, y - step, z, 5)) / (2 * step), 4);
      expect(here[3]).toBeCloseTo((fractal3(x, y, z + step, 5) - fractal3(x, y, z - step, 5)) / (2 * step), 4);
    }
  });
});

describe('eroded noise', () => {
  it('is between 0 and 1 and is the same each time', () => {
    for (let n = 0; n < 200; n++) {
      const height = eroded2(n * 0.37, n * -0.91, 8);
      expect(height).toBeGreaterThanOrEqual(0);
      expect(height).toBeLessThan(1);
      expect(eroded2(n * 0.37, n * -0.91, 8)).toBe(height);
    }
  });
});
