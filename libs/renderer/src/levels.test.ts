import { chooseLevel, drawingMs, levelNames, levels } from './levels.ts';

const clip = { frames: 240, threads: 2 };
const cost = { traceMs: 100, restMs: 60 };

describe('the level of a clip', () => {
  it.each(levelNames)('is %s when the time is enough for it and for no finer level', (name) => {
    expect(chooseLevel(cost, clip, drawingMs(levels[name], cost, clip))).toBe(name);
  });

  it('is the cheapest when the time is not enough for any level', () => {
    expect(chooseLevel(cost, clip, 1)).toBe('least');
    expect(chooseLevel(cost, clip, -5_000)).toBe('least');
  });

  it('is cheaper with one thread than with two', () => {
    const budget = drawingMs(levels.full, cost, clip);
    expect(chooseLevel(cost, { ...clip, threads: 1 }, budget)).not.toBe('full');
  });

  it('costs less than the level above it in the table', () => {
    const all = levelNames.map((name) => drawingMs(levels[name], cost, clip));
    expect(all).toEqual([...all].sort((a, b) => b - a));
  });
});
