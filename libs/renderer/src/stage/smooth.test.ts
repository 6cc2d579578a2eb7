import { createSmoother } from './smooth.ts';

const WIDTH = 40;
const HEIGHT = 30;

/** Smooths and enlarges a grey picture; returns the brightness of its pixels. */
function smoothed(grey: (x: number, y: number) => number): (x: number, y: number) => number {
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255);
  for (let i = 0; i < pixels.length; i += 4) pixels.fill(grey((i / 4) % WIDTH, Math.floor(i / 4 / WIDTH)), i, i + 3);
  const twice = new Uint8ClampedArray(pixels.length * 4);
  createSmoother(WIDTH, HEIGHT)(pixels, twice);
  return (x, y) => twice[(y * WIDTH * 2 + x) * 4] as number;
}

describe('a small film that is smoothed and enlarged', () => {
  it('has smooth slopes instead of stairs', () => {
    const DARK = 40;
    const LIGHT = 200;
    const at = smoothed((x, y) => (y > 10 + Math.floor(x / 4) ? LIGHT : DARK));
    const columns = Array.from({ length: 40 }, (_, x) => x + 20);
    // Height of the light area in each column, in fractions of a pixel: along a straight line it changes by 0.25 per column.
    const heights = columns.map((x) =>
      Array.from({ length: HEIGHT * 2 }, (_, y) => (at(x, y) - DARK) / (LIGHT - DARK)).reduce(
        (sum, share) => sum + share,
      ),
    );
    const steps = heights.slice(1).map((height, k) => (heights[k] as number) - height);
    expect(Math.max(...steps)).toBeLessThan(0.6);
    expect(Math.min(...steps)).toBeGreaterThan(0);
  });

  it('shows no square for a single bright pixel', () => {
    const at = smoothed((x, y) => (x === 20 && y === 15 ? 255 : 60));
    expect(at(40, 30)).toBeLessThan(60 + (255 - 60) / 2);
    expect(at(40, 30)).toBeGreaterThan(60 + 20);
  });

  it('keeps a straight edge as sharp as it was', () => {
    const at = smoothed((x) => (x < 20 ? 40 : 200));
    for (let y = 0; y < HEIGHT * 2; y++) {
      expect(at(37, y)).toBeLessThan(45);
      expect(at(42, y)).toBeGreaterThan(195);
    }
  });

  it('does not change on an even gradient', () => {
    const at = smoothed((x) => 50 + x);
    for (let x = 4; x < WIDTH * 2 - 4; x++) expect(Math.abs(at(x, 30) - (50 + (x - 0.5) / 2))).toBeLessThanOrEqual(1);
  });
});
