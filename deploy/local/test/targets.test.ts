import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { newState, writeState } from '../src/supervisor/state.ts';
import { runCommand } from '../src/toolchain/command.ts';
import { createStackFolder } from './fake-stack.ts';

const target = (name: string, home: string, env: NodeJS.ProcessEnv = {}) =>
  runCommand(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../src', `${name}.ts`)],
    { env: { PATH: process.env.PATH, HOME: process.env.HOME, REELWRIGHT_HOME: home, ...env } },
  );

describe('the targets', () => {
  let folder: ReturnType<typeof createStackFolder>;

  beforeEach(() => {
    folder = createStackFolder();
    mkdirSync(join(folder.run, 'run'));
  });

  afterEach(() => folder.remove());

  it('refuse a second up in the same place and say where the first one is', async () => {
    // This test process acts as the supervisor.
    writeState(join(folder.run, 'run'), { ...newState('http://localhost:8080'), phase: 'ready' });
    const { code, output } = await target('up', folder.run);

    expect(code).toBe(1);
    expect(output).toContain('Reelwright is already running at http://localhost:8080');
  });

  it('explain a bad PORT_BASE in one sentence', async () => {
    const { code, output } = await target('up', folder.run, { PORT_BASE: 'eighty' });

    expect(code).toBe(1);
    expect(output.trim()).toBe('PORT_BASE must be a whole number from 1024 to 65478, not "eighty".');
  });

  it.each([
    ['KAFKA_SECURITY', "KAFKA_SECURITY is 'sasl' or unset, not 'tls'."],
    ['OBJECT_STORE', "OBJECT_STORE is 's3' or unset, not 'tls'."],
  ])('explain a bad %s in one sentence, and start nothing', async (name, sentence) => {
    const { code, output } = await target('up', folder.run, { [name]: 'tls' });

    expect(code).toBe(1);
    expect(output.trim()).toBe(sentence);
  });

  it.each([
    ['kafka', { KAFKA_SECURITY: 'sasl' }, 'without KAFKA_SECURITY=sasl, and it is started with it'],
    ['kafka-sasl', {}, 'with KAFKA_SECURITY=sasl, and it is started without it'],
    ['media', { OBJECT_STORE: 's3' }, 'without OBJECT_STORE=s3, and it is started with it'],
    ['s3', {}, 'with OBJECT_STORE=s3, and it is started without it'],
  ])('start no stack whose data is with another server: %s', async (data, env, sentence) => {
    mkdirSync(join(folder.run, 'data', data), { recursive: true });
    const { code, output } = await target('up', folder.run, env);

    expect(code).toBe(1);
    expect(output).toContain(`This stack's data was made ${sentence}`);
  });

  it('name a previous release that is no commit', async () => {
    const { code, output } = await target('test-previous', folder.run, { PREVIOUS: 'no-such-release' });

    expect(code).toBe(1);
    expect(output).toContain('PREVIOUS names no commit');
  });

  it('start no bench from a previous release that is no commit', async () => {
    const { code, output } = await target('bench', folder.run, { BENCH: 'migrate', PREVIOUS: 'no-such-release' });

    expect(code).toBe(1);
    expect(output).toContain('PREVIOUS names no commit');
  });

  it('change no passwords on the server of DATABASE_URL without RESET_PASSWORDS=1', async () => {
    const { code, output } = await target('migrate', folder.run, {
      DATABASE_URL: 'postgres://root:x@127.0.0.1:1/postgres',
    });

    expect(code).toBe(1);
    expect(output).toContain('Set RESET_PASSWORDS=1 to do that.');
  });

  it('answer for a stack that does not exist', async () => {
    const [status, json, down] = await Promise.all([
      target('status', folder.run),
      target('status', folder.run, { FORMAT: 'json' }),
      target('down', folder.run),
    ]);

    expect(status.output).toBe('Reelwright is not running.\n');
    expect(JSON.parse(json.output)).toMatchObject({ running: false, phase: 'down', parts: [] });
    expect(down.output).toBe('Reelwright is not running.\n');
  });

  it('replay nothing for a stack that does not exist, nor without a topic and a group', async () => {
    const [nameless, down] = await Promise.all([
      target('replay', folder.run, { TOPIC: 'reelwright.auth.user.v1' }),
      target('replay', folder.run, { TOPIC: 'reelwright.auth.user.v1', GROUP: 'billing' }),
    ]);

    expect([nameless.code, down.code]).toEqual([1, 1]);
    expect(nameless.output).toBe(
      'Name the topic and the group: make replay TOPIC=reelwright.auth.user.v1 GROUP=billing\n',
    );
    expect(down.output).toBe("Reelwright is not running: run 'make up' first, or set KAFKA_BROKERS.\n");
  });

  it('say what to do when there are no logs yet', async () => {
    const { code, output } = await target('logs', folder.run, { PART: 'auth', FOLLOW: '0' });

    expect(code).toBe(1);
    expect(output.trim()).toBe("There are no logs yet: run 'make up' first.");
  });
});
