import { whileAdvancing } from './people.ts';

const WITHIN_MS = 100;
const polling = { withinMs: WITHIN_MS, everyMs: 10 };

describe('waiting while work advances', () => {
  it('lasts longer than its time if each step is made within it', async () => {
    const began = Date.now();
    const steps = 8;
    const step = () => Math.floor(((Date.now() - began) * 2) / WITHIN_MS);
    const done = await whileAdvancing(async () => {
      if (step() < steps) throw new Error(`${step()} of ${steps} steps`);
      return step();
    }, polling);
    expect(done).toBeGreaterThanOrEqual(steps);
  });

  it('ends with the last error once nothing is new, also if two errors take turns', async () => {
    let turns = 0;
    const waited = whileAdvancing(async () => {
      turns++;
      throw new Error(turns % 2 ? 'queued' : 'unavailable');
    }, polling);
    await expect(waited).rejects.toThrow(/queued|unavailable/);
  });
});
