import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { silentLogger } from '@reelwright/logger';
import { type Component, createHourly, startAll, stopAll } from '../src/index.ts';

function recorder() {
  const calls: string[] = [];
  const part = (name: string, overrides: Partial<Component> = {}): Component => ({
    name,
    start: () => void calls.push(`+${name}`),
    stop: () => void calls.push(`-${name}`),
    ...overrides,
  });
  return { calls, part };
}

describe('components', () => {
  it('start one after the other, first to last, and stop last to first', async () => {
    const { calls, part } = recorder();
    const slow = part('pool', {
      start: async () => {
        await new Promise(setImmediate);
        calls.push('+pool');
      },
    });
    const parts = [slow, part('server'), { name: 'neither' }, part('consumer')];
    await startAll(parts, silentLogger);
    await stopAll(parts, silentLogger);
    expect(calls).toEqual(['+pool', '+server', '+consumer', '-consumer', '-server', '-pool']);
  });

  it('that started are stopped again when a later one does not start', async () => {
    const { calls, part } = recorder();
    const broken = part('server', { start: () => Promise.reject(new Error('port taken')) });
    await expect(startAll([part('pool'), broken, part('consumer')], silentLogger)).rejects.toThrow('port taken');
    expect(calls).toEqual(['+pool', '-pool']);
  });

  it.each<[string, () => Promise<void>]>([
    [
      'throws at once',
      () => {
        throw new Error('no');
      },
    ],
    ['fails', () => Promise.reject(new Error('no'))],
    ['hangs', () => new Promise(() => undefined)],
  ])('are all stopped, also when one %s', async (_what, stop) => {
    const { calls, part } = recorder();
    await stopAll([part('pool'), part('server', { stop })], silentLogger);
    expect(calls).toEqual(['-pool']);
  });
});

interface ExitReport {
  readonly code: number | null;
  readonly steps: readonly string[];
  readonly log: readonly { level: string; msg: string }[];
}

/** Runs the process to its end, sending it a signal once it is ready. */
function run(trouble: string, signal?: NodeJS.Signals): Promise<ExitReport> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'process.ts'), trouble]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    const before = output;
    output += chunk;
    if (signal && output.includes('"ready"') && !before.includes('"ready"')) child.kill(signal);
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const lines = output.trim().split('\n');
      resolve({
        code,
        steps: lines.filter((line) => !line.startsWith('{')),
        log: lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)),
      });
    });
  });
}

describe('a process', () => {
  const started = ['start database', 'start server', 'start worker'];
  const stopped = ['stop worker', 'stop server', 'stop database'];

  it.each(['SIGTERM', 'SIGINT'] as const)('stops in reverse order at %s and ends well', async (signal) => {
    const { code, steps } = await run('none', signal);
    expect(code).toBe(0);
    expect(steps).toEqual([...started, ...stopped]);
  });

  it('that cannot start a part stops the running ones, logs the reason and ends with 1', async () => {
    const { code, steps, log } = await run('start');
    expect(code).toBe(1);
    expect(steps).toEqual(['start database', 'stop database']);
    expect(log.at(-1)).toMatchObject({ level: 'fatal', msg: 'did not start', err: { message: 'port taken' } });
  });

  it.each([
    ['rejection', 'unhandled rejection'],
    ['exception', 'uncaught exception'],
  ])('with an unhandled %s stops in order and ends with 1', async (trouble, msg) => {
    const { code, steps, log } = await run(trouble);
    expect(code).toBe(1);
    expect(steps).toEqual([...started, ...stopped]);
    expect(log).toContainEqual(expect.objectContaining({ level: 'fatal', msg }));
  });

  it('drains its parts side by side at a signal, before it stops the others', async () => {
    const { code, steps } = await run('drains', 'SIGTERM');
    expect(code).toBe(0);
    expect(steps.slice(0, 5)).toEqual(['start database', 'start http', 'start grpc', 'start server', 'start worker']);
    expect(steps.slice(5)).toEqual(['drained http', 'drained grpc', ...stopped]);
  });

  it('stops a part that could not drain', async () => {
    const { code, steps } = await run('drain', 'SIGTERM');
    expect(code).toBe(0);
    expect(steps.slice(5)).toEqual([
      'drained http',
      'drained grpc',
      'stop worker',
      'stop server',
      'stop http',
      'stop database',
    ]);
  });

  it('does not drain after an unhandled rejection', async () => {
    const { code, steps } = await run('rejection and drains');
    expect(code).toBe(1);
    expect(steps.slice(5)).toEqual(['stop worker', 'stop server', 'stop grpc', 'stop http', 'stop database']);
  });

  it('ends the draining after an uncaught exception, stops its parts and ends with 1', async () => {
    const { code, steps, log } = await run('exceptions while it drains', 'SIGTERM');
    expect(code).toBe(1);
    expect(steps.slice(5)).toEqual(['stop worker', 'stop server', 'stop grpc', 'stop http', 'stop database']);
    expect(log).toContainEqual(expect.objectContaining({ level: 'fatal', msg: 'uncaught exception' }));
  });

  it('starts no further part after a signal', async () => {
    const { code, steps, log } = await run('signal');
    expect(code).toBe(0);
    expect(steps).toEqual(['start database', 'start server', 'stop server', 'stop database']);
    expect(log).not.toContainEqual(expect.objectContaining({ msg: 'ready' }));
  });

  it.each([
    ['whose part hangs in its start ends well at a signal', 'hang', 0],
    ['whose part hangs in its start ends with 1 after an unhandled rejection', 'hang after a rejection', 1],
    ['whose part fails in its start because of a signal ends well', 'start fails at the signal', 0],
  ])('%s', async (_what, trouble, expected) => {
    const { code, steps, log } = await run(trouble);
    expect(code).toBe(expected);
    expect(steps).toEqual(['start database', 'start server', 'stop database']);
    expect(log).not.toContainEqual(expect.objectContaining({ msg: 'did not start' }));
  });

  it('goes on draining after a second signal', async () => {
    const { code, steps } = await run('a second signal while it drains', 'SIGTERM');
    expect(code).toBe(0);
    expect(steps.slice(5)).toEqual(['drained http', 'drained grpc', ...stopped]);
  });

  it('ends even if a part does not stop', async () => {
    const { code, steps, log } = await run('stop', 'SIGTERM');
    expect(code).toBe(0);
    expect(steps).toEqual([...started, ...stopped]);
    expect(log).toContainEqual(expect.objectContaining({ level: 'warn', component: 'server' }));
  });
});

describe('work for every hour', () => {
  it('runs at the start and every hour, also after a failed run, and never twice at once', async () => {
    const third = Promise.withResolvers<void>();
    let runs = 0;
    let under = 0;
    let most = 0;
    const run = async () => {
      runs += 1;
      most = Math.max(most, ++under);
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
      under -= 1;
      if (runs === 3) third.resolve();
      if (runs === 1) throw new Error('not this time');
    };
    const hourly = createHourly({ name: 'pruning', logger: silentLogger, run, everyMs: 1 });
    await hourly.start?.();
    await third.promise;
    await hourly.stop?.();
    expect(most).toBe(1);
    expect(under).toBe(0);
  });
});
