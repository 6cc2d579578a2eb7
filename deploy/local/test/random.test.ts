import { createRandom, shuffled } from '../src/random.ts';

const items = Array.from({ length: 300 }, (_, index) => index);

describe('the order', () => {
  it('depends on the seed only, and loses nothing', () => {
    const one = shuffled(items, createRandom(7));
    expect(shuffled(items, createRandom(7))).toEqual(one);
    expect(shuffled(items, createRandom(8))).not.toEqual(one);
    expect(one).not.toEqual(items);
    expect([...one].sort((a, b) => a - b)).toEqual(items);
  });

  it('stays the same for the seeds that earlier runs printed', () => {
    const order = shuffled(['auth', 'billing', 'drive', 'kafka', 'postgres'], createRandom(7));
    expect(order.join(' ')).toBe('postgres auth drive billing kafka');
  });
});
