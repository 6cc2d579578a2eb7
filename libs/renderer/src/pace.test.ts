import { createPace } from './pace.ts';

/** Runs steps of the given lengths; returns each estimate divided by the true time left, from the seventh step on. */
function errorsOf(steps: readonly number[]): number[] {
  const pace = createPace(0);
  const whole = steps.reduce((sum, ms) => sum + ms, 0);
  const errors: number[] = [];
  let now = 0;
  for (const [index, ms] of steps.entries()) {
    now += ms;
    pace.step(now);
    const left = whole - now;
    const estimate = pace.remaining(steps.length - index - 1, now);
    if (index >= 6 && left > 0) errors.push((estimate ?? Number.NaN) / left);
  }
  return errors;
}

describe('the remaining time', () => {
  it('is undefined before the pace is known', () => {
    const pace = createPace(0);
    expect(pace.remaining(10, 5_000)).toBeUndefined();
    pace.step(6_000);
    expect(pace.remaining(9, 6_000)).toBeUndefined();
  });

  it('is exact at a constant pace, however long the first step took', () => {
    const errors = errorsOf([9_000, ...Array.from({ length: 100 }, () => 500)]);
    expect(Math.max(...errors)).toBeCloseTo(1, 5);
    expect(Math.min(...errors)).toBeCloseTo(1, 5);
  });

  it('is within a factor of two when steps differ by a factor of four', () => {
    const errors = errorsOf(Array.from({ length: 200 }, (_, index) => 400 + 1_200 * ((index * 7) % 2)));
    expect(Math.max(...errors)).toBeLessThan(2);
    expect(Math.min(...errors)).toBeGreaterThan(0.5);
  });

  it('follows a load that starts in the middle', () => {
    const pace = createPace(0);
    for (let step = 1; step <= 100; step++) pace.step(step * 200);
    for (let step = 1; step <= 40; step++) pace.step(20_000 + step * 2_000);
    const estimate = pace.remaining(100, 100_000) ?? 0;
    expect(estimate).toBeGreaterThan(100_000);
    expect(estimate).toBeLessThan(200_001);
  });

  it('grows while a step takes longer than expected', () => {
    const pace = createPace(0);
    for (let step = 1; step <= 10; step++) pace.step(step * 100);
    expect(pace.remaining(50, 60_000)).toBeGreaterThan((pace.remaining(50, 1_000) ?? 0) * 5);
  });

  it('starts from a measured step time', () => {
    const pace = createPace(0);
    pace.expect(300, 1_000);
    expect(pace.remaining(10, 1_000)).toBe(3_000);
  });
});
