import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@reelwright/testing';
import type { Part } from '../src/supervisor/part.ts';
import { identify, isRunning, type ProcessIdentity, processTree } from '../src/supervisor/processes.ts';
import { newState, type PartState, readState, stateFile, writeState } from '../src/supervisor/state.ts';
import { cleanLeftovers, stopStack } from '../src/supervisor/stop.ts';
import { createStackFolder, fakePart } from './fake-stack.ts';

const SUPERVISING = join(import.meta.dirname, 'supervising-process.ts');

describe('a stack', () => {
  let folder: ReturnType<typeof createStackFolder>;
  let supervisor: ChildProcess | undefined;

  /** Returns every process the supervisor started. */
  const superviseElsewhere = async (commands: Part[]): Promise<ProcessIdentity[]> => {
    const { run, logs } = folder;
    supervisor = spawn(process.execPath, [SUPERVISING, JSON.stringify({ commands, run, logs })], { stdio: 'ignore' });
    await eventually(() => expect(readState(run)?.phase).toBe('ready'));
    return (readState(run)?.parts ?? []).flatMap(({ process }) => (process ? processTree(process) : []));
  };
  const killSupervisor = async () => {
    supervisor?.kill('SIGKILL');
    await eventually(() => expect(supervisor?.signalCode ?? supervisor?.exitCode).not.toBeNull());
  };

  beforeEach(() => {
    folder = createStackFolder();
  });

  afterEach(async () => {
    await killSupervisor();
    await cleanLeftovers(folder.run);
    folder.remove();
  });

  it('whose supervisor was killed is stopped by the next down, with all children', async () => {
    const store = await fakePart('store', folder.events, { withChild: true });
    const processes = await superviseElsewhere([store, await fakePart('door', folder.events)]);
    await killSupervisor();
    expect(processes).toHaveLength(3);
    expect(processes.every(isRunning)).toBe(true);

    const { wasSupervised, leftovers } = await stopStack(folder.run);

    expect(wasSupervised).toBe(false);
    expect(leftovers.toSorted()).toEqual(['door', 'store']);
    expect(processes.filter(isRunning)).toEqual([]);
    expect(readState(folder.run)).toBeUndefined();
  });

  it('loses the orphans of a part that died after its supervisor', async () => {
    const processes = await superviseElsewhere([await fakePart('store', folder.events, { withChild: true })]);
    await killSupervisor();
    const store = readState(folder.run)?.parts[0]?.process;
    process.kill(store?.pid ?? 0, 'SIGKILL');
    await eventually(() => expect(store && isRunning(store)).toBe(false));
    expect(processes.filter(isRunning)).toHaveLength(1);

    await stopStack(folder.run);

    expect(processes.filter(isRunning)).toEqual([]);
  });

  it('whose supervisor lives is stopped by it', async () => {
    const processes = await superviseElsewhere([await fakePart('store', folder.events)]);
    const stopped = await stopStack(folder.run);

    expect(stopped).toEqual({ wasSupervised: true, leftovers: [] });
    expect(processes.filter(isRunning)).toEqual([]);
  });
});

describe('a recorded process number', () => {
  it('that another process has now is left alone', async () => {
    const folder = createStackFolder();
    const stranger = spawn('sleep', ['1000'], { detached: true });
    const pid = stranger.pid ?? 0;
    await eventually(() => expect(identify(pid)).toBeDefined());
    const earlier = { pid, startTime: '1' };
    const part: PartState = {
      name: 'store',
      kind: 'part',
      after: [],
      address: '',
      ready: null,
      stopSignal: 'SIGTERM',
      phase: 'ready',
      process: earlier,
      restarts: 0,
    };
    writeState(folder.run, {
      ...newState('http://ready'),
      supervisor: { pid: process.pid, startTime: '1' },
      parts: [part],
    });

    expect(await cleanLeftovers(folder.run)).toEqual([]);
    expect(identify(pid)).toBeDefined();

    stranger.kill('SIGKILL');
    folder.remove();
  });

  it('is ignored after a reboot of the machine, and in a broken file', () => {
    const folder = createStackFolder();
    writeState(folder.run, { ...newState('http://ready'), bootId: 'an earlier one' });
    expect(readState(folder.run)).toBeUndefined();
    writeFileSync(stateFile(folder.run), 'half a fi');
    expect(readState(folder.run)).toBeUndefined();
    folder.remove();
  });
});
