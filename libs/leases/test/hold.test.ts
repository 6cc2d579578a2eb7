import { createLogger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { type HeldLease, holdLease, LeaseLost } from '../src/index.ts';

const EVERY_MS = 5;
let lease: HeldLease;
let warnings: string[];
let renewals: number;
let renew: () => Promise<void>;

function hold(isLost?: (error: unknown) => boolean): void {
  const logger = createLogger(
    { service: 'test' },
    { write: (line) => void warnings.push(JSON.parse(line).err.message) },
  );
  lease = holdLease({
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
afterEach(() => lease.stop());

describe('a lease that is held', () => {
  it('is renewed again and again, until it is stopped', async () => {
    hold();
    await eventually(() => expect(renewals).toBeGreaterThan(3), { everyMs: EVERY_MS });
    await lease.stop();
    const before = renewals;
    await new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));
    expect(renewals).toBe(before);
    expect(lease.lost.aborted).toBe(false);
  });

  it('has one renewal at a time, and stops when that has ended', async () => {
    const renewal = Promise.withResolvers<void>();
    renew = () => renewal.promise;
    hold();
    await eventually(() => expect(renewals).toBe(1), { everyMs: EVERY_MS });
    await new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));
    expect(renewals).toBe(1);
    let stopped = false;
    const stopping = lease.stop().then(() => {
      stopped = true;
    });
    await new Promise(setImmediate);
    expect(stopped).toBe(false);
    renewal.resolve();
    await stopping;
  });

  it('survives failed renewals, which are logged', async () => {
    renew = async () => {
      if (renewals < 3) throw new Error('database unavailable');
    };
    hold();
    await eventually(() => expect(renewals).toBeGreaterThan(4), { everyMs: EVERY_MS });
    expect(warnings).toEqual(['database unavailable', 'database unavailable']);
    expect(lease.lost.aborted).toBe(false);
  });

  it.each<[string, Error, ((error: unknown) => boolean) | undefined]>([
    ['another has the row', new LeaseLost('jobs', '1'), undefined],
    ['its work is no longer wanted', new Error('cancelled'), (error) => (error as Error).message === 'cancelled'],
  ])('is lost when %s: its signal aborts with that error, and nothing is renewed', async (_when, error, isLost) => {
    renew = () => Promise.reject(error);
    hold(isLost);
    await eventually(() => expect(lease.lost.aborted).toBe(true), { everyMs: EVERY_MS });
    expect(lease.lost.reason).toBe(error);
    await new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));
    expect(renewals).toBe(1);
    expect(warnings).toEqual([]);
  });
});
