import { createManualClock } from '@reelwright/clock';
import { createLogger, silentLogger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { continueTrace, currentTrace, formatTraceparent } from '@reelwright/tracing';
import { createWorker } from '../src/index.ts';

const HOUR = 3_600_000;

/** A worker on jobs that the test adds and ends. */
function startWorker(options: { concurrency?: number; pollMs?: number } = {}) {
  const waiting: string[] = [];
  const running = new Map<string, { end: () => void; fail: (error: Error) => void }>();
  const done: string[] = [];
  const limits: number[] = [];
  const errors: string[] = [];
  const state = { claimFails: false, maxRunning: 0 };
  const logger = createLogger({ service: 'test' }, { write: (line) => void errors.push(JSON.parse(line).msg) });
  const worker = createWorker<string>({
    name: 'test worker',
    logger,
    concurrency: options.concurrency ?? 2,
    pollMs: options.pollMs ?? HOUR,
    queue: {
      async claim(limit) {
        limits.push(limit);
        if (state.claimFails) throw new Error('database unavailable');
        return waiting.splice(0, limit);
      },
    },
    run(job, signal) {
      if (job === 'throws at once') throw new Error('no promise even');
      return new Promise<void>((resolve, reject) => {
        running.set(job, { end: resolve, fail: reject });
        state.maxRunning = Math.max(state.maxRunning, running.size);
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }).then(
        () => void (running.delete(job) && done.push(job)),
        (error) => {
          running.delete(job);
          throw error;
        },
      );
    },
  });
  return { worker, waiting, running, done, limits, errors, state };
}

describe('a worker', () => {
  it('runs as many jobs at once as it has slots, and claims the next when one ends', async () => {
    const { worker, waiting, running, done, state } = startWorker();
    waiting.push('a', 'b', 'c');
    worker.start();
    await eventually(() => expect([...running.keys()]).toEqual(['a', 'b']));
    running.get('a')?.end();
    await eventually(() => expect([...running.keys()]).toEqual(['b', 'c']));
    running.get('b')?.end();
    running.get('c')?.end();
    await eventually(() => expect(done).toEqual(['a', 'b', 'c']));
    expect(state.maxRunning).toBe(2);
    await worker.stop();
  });

  it('claims no more than it has slots for', async () => {
    const { worker, waiting, running, limits } = startWorker({ concurrency: 3 });
    waiting.push('a');
    worker.start();
    await eventually(() => expect(running.size).toBe(1));
    waiting.push('b', 'c', 'd');
    worker.nudge();
    await eventually(() => expect(running.size).toBe(3));
    expect(limits.slice(0, 2)).toEqual([3, 2]);
    await worker.stop();
  });

  it('polls again by itself', async () => {
    const { worker, waiting, running } = startWorker({ pollMs: 20 });
    worker.start();
    waiting.push('a');
    await eventually(() => expect(running.size).toBe(1));
    await worker.stop();
  });

  it('polls at once when nudged', async () => {
    const { worker, waiting, running, limits } = startWorker();
    worker.start();
    await eventually(() => expect(limits).toHaveLength(1));
    waiting.push('a');
    worker.nudge();
    await eventually(() => expect(running.size).toBe(1));
    await worker.stop();
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('misses no nudge during a poll: %d ticks after', async (ticks) => {
    let claims = 0;
    const nudgeAfter = (ticksLeft: number): void => {
      if (ticksLeft === 0) worker.nudge();
      else queueMicrotask(() => nudgeAfter(ticksLeft - 1));
    };
    const worker = createWorker<string>({
      name: 'test worker',
      logger: silentLogger,
      concurrency: 1,
      pollMs: HOUR,
      queue: {
        async claim() {
          if (++claims === 1) nudgeAfter(ticks);
          return [];
        },
      },
      run: async () => undefined,
    });
    worker.start();
    await eventually(() => expect(claims).toBe(2), { everyMs: 5 });
    await worker.stop();
  });

  it('polls when the clock is moved, from its start on', async () => {
    let claims = 0;
    const clock = createManualClock();
    const worker = createWorker<string>({
      name: 'test worker',
      logger: silentLogger,
      concurrency: 1,
      pollMs: HOUR,
      clock,
      queue: {
        async claim() {
          claims++;
          return [];
        },
      },
      run: async () => undefined,
    });
    clock.advance(HOUR);
    worker.start();
    await eventually(() => expect(claims).toBe(1), { everyMs: 5 });
    clock.advance(HOUR);
    await eventually(() => expect(claims).toBe(2), { everyMs: 5 });
    await worker.stop();
  });

  it('survives failed work and failed claims', async () => {
    const { worker, waiting, running, done, errors, state } = startWorker({ pollMs: 20 });
    waiting.push('a');
    worker.start();
    await eventually(() => expect(running.size).toBe(1));
    running.get('a')?.fail(new Error('provider unavailable'));
    await eventually(() => expect(errors).toContain('work failed; its lease will end'));
    state.claimFails = true;
    worker.nudge();
    await eventually(() => expect(errors).toContain('could not poll for work'));
    state.claimFails = false;
    waiting.push('b');
    await eventually(() => expect(running.has('b')).toBe(true));
    running.get('b')?.end();
    await eventually(() => expect(done).toEqual(['b']));
    await worker.stop();
  });

  it('runs the rest of a batch when one job fails before its first await', async () => {
    const { worker, waiting, running, errors } = startWorker({ concurrency: 3 });
    waiting.push('throws at once', 'a', 'b');
    worker.start();
    await eventually(() => expect([...running.keys()]).toEqual(['a', 'b']));
    expect(errors).toContain('work failed; its lease will end');
    await worker.stop();
  });

  it('aborts running work, waits for it, and starts nothing more', async () => {
    const { worker, waiting, running, limits, errors } = startWorker({ pollMs: 20 });
    waiting.push('a', 'b');
    worker.start();
    await eventually(() => expect(running.size).toBe(2));
    const claimsBefore = limits.length;
    await worker.stop();
    expect(running.size).toBe(0);
    waiting.push('c');
    worker.nudge();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(limits).toHaveLength(claimsBefore);
    // Being stopped is no failure of the work.
    expect(errors).toEqual([]);
  });

  it('ends a call whose response must not be missed only after its grace', async () => {
    const ended: string[] = [];
    const waiting = ['a'];
    let isRunning = false;
    const worker = createWorker<string>({
      name: 'test worker',
      logger: silentLogger,
      concurrency: 1,
      pollMs: HOUR,
      graceMs: 30,
      queue: { claim: async (limit) => waiting.splice(0, limit) },
      run: (_job, stopping, cut) => {
        isRunning = true;
        stopping.addEventListener('abort', () => ended.push(`stopping, cut: ${cut.aborted}`));
        return new Promise((resolve) => {
          cut.addEventListener('abort', () => {
            ended.push('cut');
            resolve();
          });
        });
      },
    });
    worker.start();
    await eventually(() => expect(isRunning).toBe(true));
    await worker.stop();
    expect(ended).toEqual(['stopping, cut: false', 'cut']);
  });

  it('runs each job in its trace, and a job without one in a trace of its own', async () => {
    const trace = continueTrace(undefined);
    const waiting = [formatTraceparent(trace), null];
    const traceIds: (string | undefined)[] = [];
    const worker = createWorker<string | null>({
      name: 'test worker',
      logger: silentLogger,
      concurrency: 2,
      pollMs: HOUR,
      queue: { claim: async (limit) => waiting.splice(0, limit) },
      traceparent: (job) => job,
      run: async () => void traceIds.push(currentTrace()?.traceId),
    });
    worker.start();
    await eventually(() => expect(traceIds).toEqual([trace.traceId, expect.stringMatching(/^[0-9a-f]{32}$/)]));
    expect(traceIds[1]).not.toBe(trace.traceId);
    await worker.stop();
  });
});
