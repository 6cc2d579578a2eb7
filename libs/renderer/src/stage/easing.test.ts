import { interpolateKeys } from './easing.ts';

describe('a path through keys', () => {
  const keys = [
    [0, 1, 5],
    [1, 3, 5],
    [3, -2, 5],
  ];

  it("has each key's values at its time and holds the first and last key", () => {
    for (const [time, ...values] of keys) expect(interpolateKeys(keys, time as number)).toEqual(values);
    expect(interpolateKeys(keys, -4)).toEqual([1, 5]);
    expect(interpolateKeys(keys, 9)).toEqual([-2, 5]);
  });

  it('has no jump in speed', () => {
    const paceAt = (time: number) =>
      ((interpolateKeys(keys, time + 1e-4)[0] ?? 0) - (interpolateKeys(keys, time)[0] ?? 0)) / 1e-4;
    expect(paceAt(1 - 2e-4)).toBeCloseTo(paceAt(1 + 1e-4), 1);
  });
});
