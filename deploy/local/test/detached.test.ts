import { join } from 'node:path';
import { startDetached } from '../src/detached.ts';
import type { Command } from '../src/supervisor/part.ts';
import { isRunning } from '../src/supervisor/processes.ts';
import { newState, readState, writeState } from '../src/supervisor/state.ts';
import { stopStack } from '../src/supervisor/stop.ts';
import { createStackFolder, fakePart, fakeStep } from './fake-stack.ts';

const SUPERVISING = join(import.meta.dirname, 'supervising-process.ts');

describe('starting in the background, where a killed supervisor left the state of a ready stack,', () => {
  let folder: ReturnType<typeof createStackFolder>;
  const killed = { pid: process.pid, startTime: '1' };

  const start = (commands: Command[]) => {
    const { run, logs } = folder;
    return startDetached(folder, [SUPERVISING, JSON.stringify({ commands, run, logs })]);
  };

  beforeEach(() => {
    folder = createStackFolder();
    writeState(folder.run, { ...newState('http://ready'), phase: 'ready', supervisor: killed });
  });

  afterEach(async () => {
    await stopStack(folder.run);
    folder.remove();
  });

  it('returns when the new one is ready', async () => {
    expect(await start([await fakePart('store', folder.events)])).toBe(0);

    const state = readState(folder.run);
    expect(state?.parts.map(({ name, phase }) => [name, phase])).toEqual([['store', 'ready']]);
    expect(state && isRunning(state.supervisor)).toBe(true);
  });

  it('fails when the new one does', async () => {
    expect(await start([fakeStep('schema', 'process.exit(3)')])).toBe(1);
    expect(readState(folder.run)?.phase).toBe('failed');
  });
});
