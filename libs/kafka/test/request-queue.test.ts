import { createRequire } from 'node:module';
import { jest } from '@jest/globals';
import { silentLogger } from '@reelwright/logger';

interface Queue {
  push(request: {
    entry: { correlationId: number; resolve: () => void; reject: (error: Error) => void };
    expectResponse: boolean;
    requestTimeout?: number;
    sendRequest: () => void;
  }): void;
  maybeThrottle(ms: number): void;
  fulfillRequest(response: { correlationId: number; size: number; payload: null }): void;
  destroy(): void;
}

// Our patch: no timer runs while nothing waits, and each timer fires in time.
const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as new (
  options: object,
) => Queue;

let queue: Queue;
let sent: number[];
const open = (options: object = {}) => {
  sent = [];
  queue = new RequestQueue({
    requestTimeout: 50,
    enforceRequestTimeout: true,
    maxInFlightRequests: 1,
    logger: silentLogger,
    ...options,
  });
};
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
/** Resolves with the response's time; rejects with the queue's error. */
const push = (correlationId: number, requestTimeout?: number) =>
  new Promise<void>((resolve, reject) =>
    queue.push({
      entry: { correlationId, resolve, reject },
      expectResponse: true,
      ...(requestTimeout === undefined ? {} : { requestTimeout }),
      sendRequest: () => sent.push(correlationId),
    }),
  );
const respond = (correlationId: number) => queue.fulfillRequest({ correlationId, size: 0, payload: null });

afterEach(() => {
  queue.destroy();
  jest.restoreAllMocks();
});

describe("a connection's queue", () => {
  it('sets no timer when nothing is in flight and nothing waits', async () => {
    open({ enforceRequestTimeout: false });
    const before = timers();
    const first = push(1);
    respond(1);
    await first;
    expect(timers()).toBe(before);
  });

  it('has one timer, however many requests get their response in time', async () => {
    open({ requestTimeout: 60_000 });
    const before = timers();
    for (let id = 1; id <= 20; id++) {
      const request = push(id);
      respond(id);
      await request;
    }
    expect(timers()).toBe(before + 1);
    queue.destroy();
    expect(timers()).toBe(before);
  });

  it('ends each request at its own timeout, a later one first if its timeout is shorter', async () => {
    open({ maxInFlightRequests: null });
    const ends: string[] = [];
    const patient = push(1, 200).catch(() => ends.push('patient'));
    const hasty = push(2).catch(() => ends.push('hasty'));
    await Promise.all([patient, hasty]);
    expect(ends).toEqual(['hasty', 'patient']);
  });

  it('sends the waiting request when the one before it times out', async () => {
    open();
    const lost = push(1);
    const next = push(2);
    await expect(lost).rejects.toThrow('timed out');
    expect(sent).toEqual([1, 2]);
    respond(2);
    await next;
  });

  /** Resolves once `wanted` requests are sent. */
  const sentCount = (wanted: number) =>
    new Promise<void>((resolve) => {
      const check = () => (sent.length >= wanted ? resolve() : setImmediate(check));
      check();
    });

  it('holds requests while the broker throttles, and then sends them in order', async () => {
    open();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000);
    queue.maybeThrottle(30);
    const requests = [push(1), push(2)];
    expect(sent).toEqual([]);
    clock.mockReturnValue(1_030);
    await sentCount(1);
    respond(1);
    respond(2);
    await Promise.all(requests);
    expect(sent).toEqual([1, 2]);
  });

  it('sends the held requests first when another comes after the throttle has ended', async () => {
    open({ maxInFlightRequests: null });
    const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000);
    queue.maybeThrottle(30);
    const held = push(1);
    clock.mockReturnValue(1_030);
    const later = push(2);
    await sentCount(2);
    respond(1);
    respond(2);
    await Promise.all([held, later]);
    expect(sent).toEqual([1, 2]);
  });
});
