import { createLogger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { type HeldLease, holdLease, LeaseLost } from '../src/index.ts';

const EVERY_MS = 5;
let held: HeldLease;
let warnings: string[];
let renewals: number;
let renew: () => Promise<void>;

function hold(isLost?: (error: unknown) => boolean): void {
  const logger = createLogger(
    { service: 'test' },
    { write: (line) => void warnings.push(JSON.parse(line).err.message) },
  );
  held = holdLease({
    renew: () => {
      renewals += 1;
      return renew();
    },
    everyMs: EVERY_MS,
    logger,
    ...(isLost && { isLost }),
  });
}

beforeEach(() => {
  warnings = [];
  renewals = 0;
  renew = async () => undefined;
});
afterEach(() => held.stop());

describe('a lease that is held', () => {
  it('is renewed again and again, until it is stopped', async () => {
    hold();
    await eventually(() => expect(renewals).toBeGreaterThan(3), { everyMs: EVERY_MS });
    await held.stop();
    const before = renewals;
    await new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));
    expect(renewals).toBe(before);
    expect(held.lost.aborted).toBe(false);
  });

  it('has one renewal at a time, and stops when that has ended', async () => {
    const answer = Promise.withResolvers<void>();
    renew = () => answer.promise;
    hold();
    await eventually(() => expect(renewals).toBe(1), { everyMs: EVERY_MS });
    await new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));
    expect(renewals).toBe(1);
    let stopped = false;
    const stopping = held.stop().then(() => {
      stopped = true;
    });
    await new Promise(setImmediate);
    expect(stopped).toBe(false);
    answer.resolve();
    await stopping;
  });

  it('survives failed renewals, which are logged', async () => {
    renew = async () => {
      if (renewals < 3) throw new Error('database away');
    };
    hold();
    await eventually(() => expect(renewals).toBeGreaterThan(4), { everyMs: EVERY_MS });
    expect(warnings).toEqual(['database away', 'database away']);
    expect(held.lost.aborted).toBe(false);
  });

  it.each<[string, Error, ((error: unknown) => boolean) | undefined]>([
    ['another has the row', new LeaseLost('jobs', '1'), undefined],
    ['its work is no longer wanted', new Error('cancelled'), (error) => (error as Error).message === 'cancelled'],
  ])('is lost when %s: its signal aborts with that error, and nothing is renewed', async (_when, error, isLost) => {
    renew = () => Promise.reject(error);
    hold(isLost);
    await eventually(() => expect(held.lost.aborted).toBe(true), { everyMs: EVERY_MS });
    expect(held.lost.reason).toBe(error);
    await new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));
    expect(renewals).toBe(1);
    expect(warnings).toEqual([]);
  });
});
