import { type AddressInfo, createServer } from 'node:net';
import { eventually } from '@reelwright/testing';
import { holdPart, releasePart } from '../src/supervisor/hold.ts';
import type { Command } from '../src/supervisor/part.ts';
import { isRunning, processTree } from '../src/supervisor/processes.ts';
import { readState } from '../src/supervisor/state.ts';
import { stackStatus } from '../src/supervisor/status.ts';
import { supervise } from '../src/supervisor/supervise.ts';
import { createStackFolder, eventsIn, fakePart, fakeStep } from './fake-stack.ts';

describe('the supervisor', () => {
  let folder: ReturnType<typeof createStackFolder>;
  let stop: AbortController;
  let supervision: Promise<string | undefined>;
  const lines: string[] = [];

  const start = (commands: Command[], held: string[] = [], startAttempts = Number.POSITIVE_INFINITY) => {
    const { run, logs } = folder;
    const say = (line: string) => void lines.push(line);
    supervision = supervise({
      commands,
      run,
      logs,
      url: 'http://ready',
      say,
      stop: stop.signal,
      backoffMs: 20,
      graceMs: 2000,
      held,
      startAttempts,
    });
    return supervision;
  };
  const isUp = () => eventually(() => expect(lines.at(-1)).toBe('http://ready'));
  const isRestarted = () => eventually(() => expect(lines.at(-1)).toContain('restarted 1×'));
  const leader = () => readState(folder.run)?.parts[0]?.process ?? { pid: 0, startTime: '' };

  beforeEach(() => {
    folder = createStackFolder();
    stop = new AbortController();
    supervision = Promise.resolve(undefined);
    lines.length = 0;
  });

  afterEach(async () => {
    stop.abort();
    await supervision;
    folder.remove();
  });

  it('does not start a held part until it is released', async () => {
    void start([await fakePart('store', folder.events)]);
    await isUp();
    const first = leader();
    holdPart(folder.run, 'store');
    process.kill(first.pid, 'SIGKILL');
    await eventually(() => expect(readState(folder.run)?.parts[0]).toMatchObject({ phase: 'held', process: null }));
    releasePart(folder.run, 'store');
    await isRestarted();
    expect(leader().pid).not.toBe(first.pid);
  });

  it('leaves out a part that is held from the start until it is released, and starts those that need it', async () => {
    const store = await fakePart('store', folder.events);
    void start([store, await fakePart('door', folder.events, { after: ['store'] })], ['store']);
    await isUp();
    expect(readState(folder.run)?.parts[0]).toMatchObject({ phase: 'held', process: null });
    expect(eventsIn(folder.events)).toEqual(['door started']);
    releasePart(folder.run, 'store');
    await eventually(() => expect(readState(folder.run)?.parts[0]?.phase).toBe('ready'));
    expect(eventsIn(folder.events)).toEqual(['door started', 'store started']);
  });

  it('starts each part after those it needs and stops them in reverse order', async () => {
    const store = await fakePart('store', folder.events);
    const service = await fakePart('service', folder.events, { after: ['schema'] });
    const door = await fakePart('door', folder.events, { after: ['service'] });
    void start([store, fakeStep('schema', 'console.log("2 tables")', ['store']), service, door]);
    await isUp();
    stop.abort();
    expect(await supervision).toBeUndefined();

    expect(eventsIn(folder.events)).toEqual([
      'store started',
      'service started',
      'door started',
      'door stopped',
      'service stopped',
      'store stopped',
    ]);
    const [first, second, third, fourth] = lines;
    expect(first).toMatch(/store +http.* s +\d+ MB/);
    expect(second).toMatch(/schema +2 tables, .* s/);
    expect(third).toMatch(/service +http.* s +\d+ MB/);
    expect(fourth).toMatch(/door +http.* s +\d+ MB/);
    expect(readState(folder.run)).toBeUndefined();
  });

  it('names a part that crashed, shows its last lines and starts it again', async () => {
    const part = await fakePart('store', folder.events);
    void start([part]);
    await isUp();
    await fetch(`${part.address}/crash`).catch(() => undefined);
    await isRestarted();

    expect(eventsIn(folder.events)).toEqual(['store started', 'store started']);
    expect(lines.join('\n')).toContain('store ended with exit code 7; starting it again');
    expect(lines.join('\n')).toContain('the disk is full');
  });

  it('starts a part again that was killed', async () => {
    void start([await fakePart('store', folder.events)]);
    await isUp();
    process.kill(leader().pid, 'SIGKILL');
    await isRestarted();

    expect(lines.join('\n')).toContain('store was ended by SIGKILL; starting it again');
  });

  it('does not blame another replica, which has the same port at another address', async () => {
    const store = await fakePart('store', folder.events, { host: '127.0.0.2' });
    const first = createServer().listen(store.ports[0], '127.0.0.1');
    await new Promise((resolve) => first.once('listening', resolve));
    try {
      void start([store]);
      await isUp();
      process.kill(leader().pid, 'SIGKILL');
      await isRestarted();
    } finally {
      first.close();
    }

    expect(lines.join('\n')).not.toContain('is taken');
  });

  it('leaves no child of a crashed part behind', async () => {
    const part = await fakePart('store', folder.events, { withChild: true });
    void start([part]);
    await isUp();
    const firstLife = processTree(leader());
    await fetch(`${part.address}/crash`).catch(() => undefined);
    await isRestarted();

    expect(firstLife).toHaveLength(2);
    expect(firstLife.filter(isRunning)).toEqual([]);
  });

  it('stops everything and says why when a step fails', async () => {
    const store = await fakePart('store', folder.events);
    const failing = fakeStep('schema', 'console.log("no such table"); process.exit(3)', ['store']);
    const reason = await start([store, failing, await fakePart('service', folder.events, { after: ['schema'] })]);

    expect(reason).toContain('schema ended with exit code 3');
    expect(reason).toContain('no such table');
    expect(eventsIn(folder.events)).toEqual(['store started', 'store stopped']);
    expect(readState(folder.run)?.phase).toBe('failed');
  });

  it('names the port that another program holds, and starts nothing', async () => {
    const store = await fakePart('store', folder.events);
    const other = createServer().listen(store.ports[0], '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const reason = await start([store]);
    other.close();

    expect(reason).toContain(`Port ${store.ports[0]}, which store needs, is taken`);
    expect(eventsIn(folder.events)).toEqual([]);
  });

  it('names the port that was taken after the start, when a part cannot have it', async () => {
    const store = await fakePart('store', folder.events, { after: ['other'] });
    const other = await fakePart('other', folder.events, { env: { ...store.env, NAME: 'other' }, ports: [] });
    void start([{ ...other, ready: store.ready }, store]);

    await eventually(() =>
      expect(lines.join('\n')).toContain(`Port ${store.ports[0]}, which store needs, is taken by another program`),
    );
  });

  it('gives up after some attempts of a part that was never ready, where that is wanted, and says why', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const store = await fakePart('store', folder.events);
    const blocked = await fakePart('blocked', folder.events, { env: { ...store.env, PORT: String(port) } });
    const reason = await start([store, blocked], [], 2);
    other.close();

    expect(reason).toBe('blocked did not start.');
    expect(lines.filter((line) => line.startsWith('blocked ended with exit code'))).toHaveLength(2);
    expect(eventsIn(folder.events)).toEqual(['store started', 'store stopped']);
  });

  it('starts a part again however often, once it was ready', async () => {
    void start([await fakePart('store', folder.events)], [], 1);
    await isUp();
    process.kill(leader().pid, 'SIGKILL');
    await isRestarted();
  });

  it('ends in good order when it is stopped while parts are still starting', async () => {
    const never = await fakePart('never', folder.events, { ready: { kind: 'tcp', port: 1 } });
    void start([never, await fakePart('door', folder.events, { after: ['never'] })]);
    await eventually(() => expect(eventsIn(folder.events)).toEqual(['never started']));
    stop.abort();

    expect(await supervision).toBeUndefined();
    expect(eventsIn(folder.events)).toEqual(['never started', 'never stopped']);
  });

  it('reports every part with address, process, memory and health', async () => {
    const store = await fakePart('store', folder.events, { withChild: true });
    void start([store]);
    await isUp();
    const status = await stackStatus(folder.run);
    const [supervisor, part] = status.parts;

    expect(status).toMatchObject({ running: true, phase: 'ready', url: 'http://ready' });
    expect(supervisor).toMatchObject({ name: 'supervisor', pid: process.pid, health: 'ready' });
    expect(part).toMatchObject({
      name: 'store',
      address: store.address,
      pid: leader().pid,
      health: 'ready',
      restarts: 0,
    });
    expect(part?.pssMb).toBeGreaterThan(5);
    expect(status.totalPssMb).toBe((supervisor?.pssMb ?? 0) + (part?.pssMb ?? 0));
  });

  it('stops a part that ignores its signal with force', async () => {
    void start([await fakePart('deaf', folder.events, { stopSignal: 'SIGWINCH' })]);
    await isUp();
    const deaf = leader();
    stop.abort();
    await supervision;

    expect(lines.at(-1)).toContain('had to be killed');
    expect(isRunning(deaf)).toBe(false);
  });
});
