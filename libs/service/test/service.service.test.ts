import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { events, topics } from '@reelwright/contracts';
import { createPublisher } from '@reelwright/kafka';
import { type Component, startAll, stopAll } from '@reelwright/lifecycle';
import { createLogger, silentLogger as logger } from '@reelwright/logger';
import { createReplicas, createTestTopics, eventually, underLoad } from '@reelwright/testing';
import { sql } from 'kysely';
import { buildNotes, createServiceDatabase, makeSurroundings, migrate } from './note-service.ts';

let surroundings: Awaited<ReturnType<typeof makeSurroundings>>;
beforeAll(async () => {
  surroundings = await makeSurroundings();
}, 60_000);
afterAll(() => surroundings.remove());

const build = (name = 'drive', authAddress = '127.0.0.1:9') => {
  const { config, clock } = surroundings;
  return buildNotes(name, { config: config(name), logger, clock }, authAddress);
};

/** The same parts, which record when they have started and stopped. */
function recordCalls(components: readonly Component[]) {
  const calls: string[] = [];
  const parts = components.map((part) => ({
    name: part.name,
    async start(ending?: AbortSignal) {
      await part.start?.(ending);
      calls.push(`+${part.name}`);
    },
    async stop() {
      await part.stop?.();
      calls.push(`-${part.name}`);
    },
  }));
  return { calls, parts };
}

const ownPart = (name: string): Component => ({ name });

describe('the parts of a service', () => {
  it('start in one order, in whatever order they were added, and stop in reverse', async () => {
    const { service } = build();
    service.hourly('pruning', async () => undefined);
    service.add('worker', { ...ownPart('worker'), drain() {} });
    service.tableWatch();
    service.add('server', ownPart('second server'));
    service.add('client', ownPart('webhook'));
    service.add('resource', ownPart('sessions'));
    const { calls, parts } = recordCalls(service.components());
    await startAll(parts, logger);
    const order = [
      'ops server',
      'database',
      'schema',
      'sessions',
      'kafka access',
      'kafka publisher',
      'outbox relay',
      'grpc client 127.0.0.1:9',
      'webhook',
      'grpc server',
      'second server',
      'http server',
      'start of service',
      'event consumer',
      'table watch',
      'pruning',
      'worker',
    ];
    expect(calls.splice(0)).toEqual(order.map((name) => `+${name}`));
    await stopAll(parts, logger);
    expect(calls).toEqual(order.toReversed().map((name) => `-${name}`));
  });

  it('are stopped again when one of them does not start', async () => {
    const { service, db, http } = build();
    const failToStart = () => {
      throw new Error('port taken');
    };
    service.add('worker', { name: 'broken', start: failToStart, drain() {} });
    const { calls, parts } = recordCalls(service.components());
    await expect(startAll(parts, logger)).rejects.toThrow('port taken');
    const started = calls.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
    const stopped = calls.filter((line) => line.startsWith('-')).map((line) => line.slice(1));
    expect(started).toHaveLength(parts.length - 1);
    expect(stopped).toEqual(started.toReversed());
    expect(() => http.port()).toThrow();
    await expect(db.selectFrom('notes').selectAll().execute()).rejects.toThrow();
  });

  it('follow the clock that CLOCK_URL names when the caller gives none', () => {
    const { service } = buildNotes('drive', { config: surroundings.config('drive'), logger }, '127.0.0.1:9');
    expect(service.components()[1]?.name).toBe('clock');
    expect(build().service.components()[1]?.name).toBe('database');
  });

  it('watch tables on one connection, which a service without such workers does not open', () => {
    const { service } = build();
    expect(service.components().map(({ name }) => name)).not.toContain('table watch');
    expect(service.tableWatch()).toBe(service.tableWatch());
    expect(service.components().filter(({ name }) => name === 'table watch')).toHaveLength(1);
  });
});

/** Runs a process to its end. */
const runProgram = (main: string, env: Record<string, string>) =>
  spawnSync(process.execPath, [join(import.meta.dirname, main)], {
    env: { PATH: process.env.PATH, ENVIRONMENT: 'development', LOG_LEVEL: 'info', ...env },
    encoding: 'utf8',
  });

describe('a wrong setting or password is one clear line, with which the process ends', () => {
  /** @returns the one line of a process that is not about a start */
  function endOf(main: string, env: Record<string, string>) {
    const { status, stdout, stderr } = runProgram(main, { ...env, LOG_LEVEL: 'info' });
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).not.toContain(PASSWORD);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [line, ...others] = lines.filter(({ level }) => level !== 'info');
    expect(others).toEqual([]);
    return line;
  }
  const PASSWORD = 'not-the-one';
  const withPassword = () => Object.assign(new URL(surroundings.database.url), { password: PASSWORD }).href;
  const ofPostgres = expect.stringMatching(
    /^PostgreSQL refuses the password \(.+\): check the user and the password of DATABASE_URL$/,
  );

  it.each(['serving-main.ts', 'migrating-main.ts', 'command-main.ts'])('in the environment of %s', (main) => {
    const line = endOf(main, { ...surroundings.env('drive'), DATABASE_URL: '' });
    const msg = expect.stringContaining('DATABASE_URL');
    expect(line).toMatchObject({ level: 'fatal', service: 'drive', code: 'SETTINGS_WRONG', msg });
    expect(line).not.toHaveProperty('err');
  });

  it('in the files of a service’s keys', () => {
    const { keyFile } = surroundings.identity;
    const line = endOf('serving-main.ts', { ...surroundings.env('drive'), IDENTITY_KEY_FILE: keyFile('auth') });
    const msg = expect.stringContaining("the key of IDENTITY_KEY_FILE has the kid 'auth-1'");
    expect(line).toMatchObject({ level: 'fatal', code: 'IDENTITY_KEYS_WRONG', msg });
    expect(line).not.toHaveProperty('err');
  });

  it('of a service at PostgreSQL', () => {
    const line = endOf('serving-main.ts', { ...surroundings.env('drive'), DATABASE_URL: withPassword() });
    expect(line).toMatchObject({ level: 'fatal', component: 'database', err: { message: ofPostgres, stack: '' } });
  }, 60_000);

  it('of a service at Kafka', async () => {
    const { settings, drop } = await createTestTopics([], { user: 'drive', isSecure: true });
    const env = { ...surroundings.env('drive'), ...settings, KAFKA_SASL_PASSWORD: PASSWORD };
    const message = "Kafka refuses the user 'drive': check KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD";
    await drop();
    const line = endOf('serving-main.ts', env);
    expect(line).toMatchObject({ level: 'fatal', component: 'kafka access', err: { message, stack: '' } });
  }, 60_000);

  it.each(['migrating-main.ts', 'command-main.ts'])('at PostgreSQL, of %s', (main) => {
    const line = endOf(main, { DATABASE_URL: withPassword() });
    expect(line).toMatchObject({ level: 'fatal', code: 'DATABASE_REFUSES', msg: ofPostgres });
  });

  it('as is the certificate of another CA', () => {
    const line = endOf('migrating-main.ts', { DATABASE_URL: `${surroundings.database.url}?sslmode=verify-full` });
    const msg = expect.stringMatching(
      /^PostgreSQL's certificate is not trusted \(.+\): check sslrootcert and the host name/,
    );
    expect(line).toMatchObject({ level: 'fatal', code: 'DATABASE_REFUSES', msg });
  });
});

describe('a command of operators', () => {
  it('prints its result as one line of JSON, also when it logs nothing', () => {
    const env = { DATABASE_URL: surroundings.database.url, LOG_LEVEL: 'silent' };
    const { status, stdout, stderr } = runProgram('command-main.ts', env);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^\{"notes":\d+\}\n$/);
  });

  it('that fails says so in one line, and ends with 1', async () => {
    const empty = await createServiceDatabase();
    const { status, stdout, stderr } = runProgram('command-main.ts', { DATABASE_URL: empty.url });
    await empty.drop();
    expect([status, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      level: 'fatal',
      service: 'drive',
      msg: 'did not finish',
      err: { message: 'relation "notes" does not exist' },
    });
  });
});

describe('a service that runs', () => {
  it('consumes an event once, publishes the resulting event, and returns a user’s own data', async () => {
    const { kafka, identity, clock } = surroundings;
    const { service, http, consumer, db } = build();
    const components = service.components();
    const outside = createPublisher({ ...kafka.connection, topicPrefix: kafka.prefix, clientId: 'test', logger });
    const erased: string[] = [];
    const reader = kafka.kafka.consumer({ groupId: `${kafka.prefix}reader`, maxWaitTimeInMs: 100 });
    await reader.connect();
    await reader.subscribe({ topic: kafka.prefix + topics.erasure, fromBeginning: true });
    await reader.run({ eachMessage: async ({ message }) => void erased.push(String(message.key)) });
    await startAll(components, logger);
    await eventually(() => consumer.ready(), { timeoutMs: 25_000 });

    const userId = randomUUID();
    const headers = {
      'event-id': randomUUID(),
      'event-type': events.UserDeleted.name,
      'occurred-at': clock.now().toISOString(),
    };
    const value = events.UserDeleted.codec.encode({ userId, revision: 3 }).finish();
    const message = { topic: events.UserDeleted.topic, key: userId, value, headers };
    await outside.publish([message, message]);
    await eventually(() => expect(erased).toEqual([userId]), { timeoutMs: 25_000 });
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([{ user_id: userId, revision: 3 }]);

    const response = await http.app.inject({
      url: '/api/account-data/notes',
      headers: await identity.asUser(userId, 'drive'),
    });
    expect(response.json()).toEqual({
      part: 'notes',
      exportedAt: expect.stringMatching(/^2026-11-23T09:0/),
      data: [{ user_id: userId, revision: 3 }],
    });
    await reader.disconnect();
    await outside.stop();
    await stopAll(components, logger);
  }, 60_000);

  it('calls another service under its own name, and is called by those that may', async () => {
    const auth = build('auth');
    await startAll(auth.service.components(), logger);
    const drive = build('drive', `127.0.0.1:${auth.grpc.port()}`);
    await startAll(drive.service.components(), logger);
    const response = await fetch(`http://127.0.0.1:${drive.http.port()}/api/email/7`);
    expect(await response.json()).toMatchObject({ email: '7@example.com' });
    const called = await drive.service.metrics.registry.metrics();
    expect(called).toMatch(/grpc_client_duration_seconds_count\{[^}]*rpc="[^"]+GetUser",code="OK"\} 1\n/);
    expect(called).toContain('database_connections{state="idle",service="drive"}');
    expect(called).toContain('database_waiting{service="drive"} 0');
    expect(called).toMatch(/\noutbox_oldest_unpublished_seconds\{service="drive"\} \d/);
    expect(called).toContain('\noutbox_database_behind{service="drive"} 0\n');
    const answered = await auth.service.metrics.registry.metrics();
    expect(answered).toMatch(/grpc_server_duration_seconds_count\{[^}]*rpc="[^"]+GetUser",code="OK"\} 1\n/);
    await stopAll(drive.service.components(), logger);
    await stopAll(auth.service.components(), logger);
  }, 30_000);

  it('shows that its database may be behind for as long as no relay has compared it', async () => {
    // Its relay does not run.
    const { service, db } = build();
    const shown = async () => /^outbox_database_behind\{.*\} (\d)/m.exec(await service.metrics.registry.metrics())?.[1];
    await db.updateTable('outbox_cursor').set({ checked_as: 'another database' }).execute();
    await eventually(async () => expect(await shown()).toBe('1'));
    await db.updateTable('outbox_cursor').set({ checked_as: sql<string>`database_mark()` }).execute();
    await eventually(async () => expect(await shown()).toBe('0'));
    await db.destroy();
  }, 60_000);

  it('gets another key while it calls another service: the public half first, without which it does not start', async () => {
    const { config, clock, identity } = surroundings;
    const auth = build('auth');
    await startAll(auth.service.components(), logger);
    const [oldKey, newKey] = [identity.keyFile('drive'), join(dirname(identity.jwksFile), 'drive-2.jwk.json')];
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const fields = { kid: 'drive-2', alg: 'EdDSA', use: 'sig' };
    writeFileSync(newKey, JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...fields }));
    const { keys } = JSON.parse(readFileSync(identity.jwksFile, 'utf8')) as { keys: { kid: string }[] };
    const publish = (all: object[]) => writeFileSync(identity.jwksFile, JSON.stringify({ keys: all }));

    const drives = () =>
      createReplicas({
        count: 2,
        componentNames: ['database', 'grpc client'],
        build: async (keyFile: string) => {
          const settings = { ...config('drive'), IDENTITY_KEY_FILE: keyFile };
          const authAddress = `127.0.0.1:${auth.grpc.port()}`;
          const { service, http } = buildNotes('drive', { config: settings, logger, clock }, authAddress);
          return { http, components: service.components() };
        },
      });
    const [replicas, late, early] = [drives(), drives(), drives()];
    const statusOf = (some: typeof replicas) =>
      some.ask(async ({ http }) => (await http.app.inject({ url: '/api/email/7' })).statusCode);
    await replicas.rollOut(oldKey);
    await late.rollOut(oldKey);
    await expect(early.rollOut(newKey)).rejects.toThrow("IDENTITY_JWKS_FILE has no key 'drive-2'");
    await underLoad([async () => expect(await statusOf(replicas)).toBe(200)], async (onceMore) => {
      publish([...keys, { ...publicKey.export({ format: 'jwk' }), ...fields }]);
      await early.rollOut(newKey);
      await eventually(async () => expect(await statusOf(early)).toBe(200));
      await replicas.rollOut(newKey, onceMore);
      publish([...keys.filter(({ kid }) => kid !== 'drive-1'), { ...publicKey.export({ format: 'jwk' }), ...fields }]);
      await eventually(async () => expect(await statusOf(late)).not.toBe(200));
      await expect(early.rollOut(oldKey)).rejects.toThrow("IDENTITY_JWKS_FILE has no key 'drive-1'");
    });
    publish(keys);
    await Promise.all([replicas.stop(), late.stop(), early.stop()]);
    await stopAll(auth.service.components(), logger);
  }, 60_000);

  it('starts and is ready once its database has all migrations of this release, and stays ready without it', async () => {
    const { url, drop } = await createServiceDatabase();
    const config = { ...surroundings.config('drive'), DATABASE_URL: url };
    const { db, service } = buildNotes('drive', { config, logger, clock: surroundings.clock }, '127.0.0.1:9');
    const ready = async () => {
      const response = await service.ops.app.inject({ url: '/readyz' });
      return [response.statusCode, response.json().error];
    };
    const { calls, parts } = recordCalls(service.components());
    const starting = startAll(parts, logger);
    await eventually(async () => expect(await ready()).toEqual([503, 'SCHEMA_BEHIND']));
    expect(calls).toEqual(['+ops server', '+database']);
    await migrate(url);
    await starting;
    expect(await ready()).toEqual([200, undefined]);
    await stopAll(
      parts.filter(({ name }) => name !== 'ops server' && name !== 'database'),
      logger,
    );
    await db.destroy();
    await drop();
    expect(await ready()).toEqual([200, undefined]);
    await service.ops.stop?.();
  });

  it('names the command that it waits for, and stops waiting at a signal', async () => {
    const { url, drop } = await createServiceDatabase();
    const config = { ...surroundings.config('drive'), DATABASE_URL: url };
    const said: string[] = [];
    const listening = createLogger({ service: 'drive' }, { write: (line) => void said.push(JSON.parse(line).msg) });
    const { service } = buildNotes('drive', { config, logger: listening, clock: surroundings.clock }, '127.0.0.1:9');
    const { calls, parts } = recordCalls(service.components());
    const ending = new AbortController();
    const starting = startAll(parts, logger, ending.signal);
    await eventually(() => expect(calls).toContain('+database'));
    await eventually(() =>
      expect(said).toContain('waiting for the migrations of this release: run node services/drive/src/migrate.ts'),
    );
    ending.abort();
    const started = await starting;
    expect(started.map(({ name }) => name)).toEqual(['ops server', 'database', 'schema']);
    await stopAll(started, logger);
    await drop();
  });

  it('is not ready before it could read the version of its database', async () => {
    const url = Object.assign(new URL(surroundings.database.url), { port: '1' }).href;
    const config = { ...surroundings.config('drive'), DATABASE_URL: url };
    const { service } = buildNotes('drive', { config, logger, clock: surroundings.clock }, '127.0.0.1:9');
    service.ops.markStarted();
    const response = await service.ops.app.inject({ url: '/readyz' });
    expect([response.statusCode, response.json().error]).toEqual([503, 'NOT_READY']);
  });
});

describe('the migrate command', () => {
  it('sets the limits of the service’s role', async () => {
    const { rows } = await sql<{ value: string }>`select current_setting('transaction_timeout') as value`.execute(
      build().db,
    );
    expect(rows).toEqual([{ value: '30s' }]);
  });
});
