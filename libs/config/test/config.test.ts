import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Schema from 'typebox/schema';
import {
  cellSettings,
  grpcAddress,
  inProduction,
  kafkaSettings,
  keyRing,
  keyRingSetting,
  loadConfig,
  mediaRedirectSettings,
  secret,
  serviceSettings,
  Type,
} from '../src/index.ts';

const schema = Type.Object({
  DATABASE_URL: Type.String({ minLength: 1 }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535 }),
  LEVEL: Type.Union([Type.Literal('off'), Type.Literal('live')], { description: 'off or live' }),
  RATIO: Type.Number({ default: 0.5 }),
  DEBUG: Type.Optional(Type.Boolean()),
  STRIPE_HOST: Type.Optional(Type.String()),
});
const validEnv = { DATABASE_URL: 'postgres://x', PORT: '8080', LEVEL: 'live' };

function problemOf(env: NodeJS.ProcessEnv, settings = schema as Parameters<typeof loadConfig>[0]): string {
  try {
    loadConfig(settings, env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('was accepted');
}

describe('loadConfig', () => {
  it('converts the text of the environment to the types of the schema', () => {
    expect(loadConfig(schema, { ...validEnv, DEBUG: 'true', RATIO: '0.25' })).toEqual({
      DATABASE_URL: 'postgres://x',
      PORT: 8080,
      LEVEL: 'live',
      RATIO: 0.25,
      DEBUG: true,
    });
  });

  it('ignores variables that the schema does not name, and uses defaults for unset ones', () => {
    const config = loadConfig(schema, { ...validEnv, PATH: '/usr/bin' });
    expect(config).not.toHaveProperty('PATH');
    expect(config.RATIO).toBe(0.5);
  });

  it('treats an empty variable as unset', () => {
    expect(loadConfig(schema, { ...validEnv, STRIPE_HOST: '' })).not.toHaveProperty('STRIPE_HOST');
    expect(problemOf({ ...validEnv, DATABASE_URL: '' })).toBe('missing settings: DATABASE_URL');
  });

  it('names all missing and bad settings at once, each once, with what it has to be', () => {
    expect(problemOf({ PORT: '70000', LEVEL: 'loud' })).toBe(
      'missing settings: DATABASE_URL; bad settings: LEVEL (off or live), PORT (a whole number from 0 to 65535)',
    );
  });

  it.each(['eighty', '80.5', '-1', '80x', ' '])('rejects %p as a port', (PORT) => {
    expect(problemOf({ ...validEnv, PORT })).toBe('bad settings: PORT (a whole number from 0 to 65535)');
  });

  it('never prints a value', () => {
    const message = problemOf({ ...validEnv, PORT: 'hunter2', LEVEL: 'sk_live_secret' });
    expect(message).not.toContain('hunter2');
    expect(message).not.toContain('sk_live');
  });

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(loadConfig(schema, validEnv))).toBe(true);
  });

  it('has the settings every service needs, with no default for an address or a secret', () => {
    const service = Type.Object({ ...serviceSettings });
    const message = problemOf({}, service);
    expect(message.replaceAll(/ \([^)]*\)/g, '')).toBe(
      'missing settings: DATABASE_URL, GRPC_PORT, HTTP_PORT, IDENTITY_JWKS_FILE, IDENTITY_KEY_FILE, KAFKA_BROKERS, OPS_PORT, PUBLIC_URL',
    );
  });

  it('says which choices there are, and that a number is whole', () => {
    const MODEL = Type.Union([Type.Literal('local'), Type.Literal('veo')], { default: 'local' });
    const settings = Type.Object({ MODEL, DRAIN_SECONDS: serviceSettings.DRAIN_SECONDS });
    // A timer of Node that is set to more than 24 days ends at once.
    for (const DRAIN_SECONDS of ['2s', '2147484']) {
      expect(problemOf({ MODEL: 'sora', DRAIN_SECONDS }, settings)).toBe(
        'bad settings: ' +
          'DRAIN_SECONDS (a whole number from 0 to 3600; seconds after SIGTERM in which it accepts new requests), ' +
          'MODEL (one of local, veo)',
      );
    }
  });

  it('accepts the levels of the logger alone, and a Kafka user only with a password', () => {
    const { LOG_LEVEL, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD } = serviceSettings;
    const settings = Type.Object({ LOG_LEVEL, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD });
    expect(problemOf({ LOG_LEVEL: 'verbose', KAFKA_SASL_USERNAME: 'billing' }, settings)).toBe(
      'missing settings: KAFKA_SASL_PASSWORD (needed with KAFKA_SASL_USERNAME); ' +
        'bad settings: LOG_LEVEL (trace, debug, info, warn, error, fatal or silent)',
    );
    expect(problemOf({ KAFKA_SASL_PASSWORD: 'x' }, settings)).toContain('missing settings: KAFKA_SASL_USERNAME');
  });

  it.each(['EU2', 'eu-2', 'eu_2', 'eu.2', ' ', 'thirteenchars'])('takes no %p for the name of a cell', (CELL) => {
    const settings = Type.Object(cellSettings);
    for (const name of ['2', 'eu2', 'twelveletter']) expect(loadConfig(settings, { CELL: name }).CELL).toBe(name);
    expect(loadConfig(settings, { CELL: '' })).toEqual({});
    expect(problemOf({ CELL }, settings)).toMatch(/^bad settings: CELL \(the name of this cell, 1 to 12 lower-case/);
  });

  it.each(['https://reelwright.io/app', 'https://reelwright.io/', 'reelwright.io', 'https://a@reelwright.io'])(
    'takes an origin for the public address, and not %p',
    (PUBLIC_URL) => {
      const settings = Type.Object({ PUBLIC_URL: serviceSettings.PUBLIC_URL, ...mediaRedirectSettings });
      for (const url of ['http://localhost:8080', 'https://reelwright.io', 'http://[::1]:8080'])
        expect(loadConfig(settings, { PUBLIC_URL: url, MEDIA_REDIRECT_ORIGIN: url }).PUBLIC_URL).toBe(url);
      const message = problemOf({ PUBLIC_URL, MEDIA_REDIRECT_ORIGIN: PUBLIC_URL }, settings);
      expect(message).toMatch(/MEDIA_REDIRECT_ORIGIN \(.*no path, no slash at the end.*PUBLIC_URL \(.*no path/);
    },
  );

  it.each([
    ['billing:3003', true],
    ['127.0.0.1:3003,127.0.0.2:3003', true],
    ['[::1]:3003', true],
    ['dns:///billing:3003', true],
    ['http://billing:3003', false],
    ['billing', false],
    ['billing:http', false],
  ])('takes %p for the address of a service: %p', (BILLING_GRPC, isAccepted) => {
    const load = () => loadConfig(Type.Object({ BILLING_GRPC: grpcAddress }), { BILLING_GRPC });
    if (isAccepted) expect(load()).toEqual({ BILLING_GRPC });
    else expect(load).toThrow('bad settings: BILLING_GRPC (host:port without http://');
  });

  it.each([
    ['kafka:9092', true],
    ['kafka-1.internal:9093, [2001:db8::1]:9093,10.0.0.5:9093', true],
    ['PLAINTEXT://kafka:9092', false],
    ['kafka', false],
    ['kafka-1:9093,kafka-2', false],
    ['kafka-1:9093,', false],
  ])('takes %p for the addresses of the brokers: %p', (KAFKA_BROKERS, isAccepted) => {
    const load = () => loadConfig(Type.Object({ KAFKA_BROKERS: kafkaSettings.KAFKA_BROKERS }), { KAFKA_BROKERS });
    if (isAccepted) expect(load()).toEqual({ KAFKA_BROKERS });
    else expect(load).toThrow('bad settings: KAFKA_BROKERS (host:port without a protocol, several by comma)');
  });
});

describe('a secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const settings = Type.Object({
    SESSION_SECRET: Type.String({ ...secret, minLength: 8, description: 'signs cookies' }),
    API_KEY: Type.Optional(Type.String({ ...secret })),
    HOST: Type.Optional(Type.String()),
  });
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('comes from the variable, or from the file that <NAME>_FILE names, without the white space around it', () => {
    expect(loadConfig(settings, { SESSION_SECRET: 'a secret' }).SESSION_SECRET).toBe('a secret');
    const SESSION_SECRET_FILE = file('session', ' of a file\n');
    expect(loadConfig(settings, { SESSION_SECRET_FILE }).SESSION_SECRET).toBe('of a file');
    expect(loadConfig(settings, { SESSION_SECRET_FILE, SESSION_SECRET: '' }).SESSION_SECRET).toBe('of a file');
  });

  it('is refused when both are set, and both are named', () => {
    const SESSION_SECRET_FILE = file('session', 'of a file');
    expect(problemOf({ SESSION_SECRET: 'a secret', SESSION_SECRET_FILE }, settings)).toBe(
      'bad settings: SESSION_SECRET and SESSION_SECRET_FILE (set one of them)',
    );
  });

  it('is refused when its file is missing or empty, also if it is optional', () => {
    const [SESSION_SECRET_FILE, API_KEY_FILE] = [file('empty', '\n'), join(folder, 'nowhere')];
    expect(problemOf({ SESSION_SECRET_FILE, API_KEY_FILE }, settings)).toBe(
      "bad settings: API_KEY_FILE (the file can't be read: ENOENT), SESSION_SECRET_FILE (the file is empty)",
    );
  });

  it('of a file is checked as that of a variable, and never printed', () => {
    const message = problemOf({ SESSION_SECRET_FILE: file('short', 'hunter2') }, settings);
    expect(message).toBe('bad settings: SESSION_SECRET_FILE (signs cookies)');
  });

  it('alone is read from a file: the file of another setting is refused', () => {
    const env = { SESSION_SECRET: 'a secret', HOST_FILE: file('host', 'h') };
    expect(problemOf(env, settings)).toBe('bad settings: HOST_FILE (only secrets are read from files: set HOST)');
    const withBoth = Type.Object({ HOST: Type.Optional(Type.String()), HOST_FILE: Type.String() });
    expect(loadConfig(withBoth, { HOST_FILE: '/h' })).toEqual({ HOST_FILE: '/h' });
  });
});

describe('a ring of keys', () => {
  const settings = Type.Object({ KEYS: keyRingSetting });
  const [old, next] = ['an-old-key-of-thirty-two-letters-', 'the-next-key-of-32-letters-12345'];

  it('is one key, or several by comma, with the first in front', () => {
    expect(keyRing(loadConfig(settings, { KEYS: old }).KEYS)).toEqual([old]);
    expect(keyRing(loadConfig(settings, { KEYS: `${next},${old}` }).KEYS)).toEqual([next, old]);
  });

  it.each(['a-short-key', `${old},a-short-key`, `${old},`, `${old}, ${next}`])('is not %p', (KEYS) => {
    expect(problemOf({ KEYS }, settings)).toMatch(/^bad settings: KEYS/);
  });
});

describe('the address of a database', () => {
  const settings = Type.Object({ DATABASE_URL: serviceSettings.DATABASE_URL });
  const url = 'postgres://billing@db/billing';

  it('has an sslmode that PostgreSQL’s client knows, or none', () => {
    const modes = ['?sslmode=disable', '?sslmode=verify-full', '?sslmode=no-verify', ''];
    expect(modes.filter((mode) => !loadConfig(settings, { DATABASE_URL: url + mode }))).toEqual([]);
    for (const wrong of ['verify-ful', 'Disable', '', 'verify-full&sslmode=of']) {
      const message = problemOf({ DATABASE_URL: `${url}?sslmode=${wrong}` }, settings);
      expect(message).toContain('DATABASE_URL (its sslmode must be one of disable, no-verify, prefer, require');
    }
  });
});

describe('in production', () => {
  const settings = Type.Object({
    ENVIRONMENT: serviceSettings.ENVIRONMENT,
    CLOCK_URL: Type.Optional(Type.String({ production: inProduction.unset('product time is real time') })),
    LEVEL: Type.String({ default: 'off', production: inProduction.otherThan('sandbox') }),
    PORT: Type.Integer({ default: 1 }),
    TOKEN: Type.String({ default: '', production: inProduction.issuedSecret }),
  });
  const bad = { CLOCK_URL: 'postgres://clock', LEVEL: 'sandbox', TOKEN: 'hunter2' };

  it('all settings that are only for tests and local runs are refused in one message, with the reason and no value', () => {
    const message = problemOf({ ENVIRONMENT: 'production', ...bad, PORT: 'x' }, settings);
    expect(message).toBe(
      'bad settings: PORT (a whole number); refused with ENVIRONMENT=production: ' +
        'CLOCK_URL (it must be unset: product time is real time), LEVEL (it must be other than sandbox), ' +
        'TOKEN (it must be the provider’s, not the sandbox’s, and have 16 characters or more)',
    );
  });

  it('a password that is not percent-encoded is refused with all other settings', () => {
    const { DATABASE_URL } = serviceSettings;
    const wrong = { ...bad, DATABASE_URL: 'postgres://billing:100%-long-password@db/billing' };
    const message = problemOf(
      { ENVIRONMENT: 'production', ...wrong },
      Type.Object({ ...settings.properties, DATABASE_URL }),
    );
    expect(message).toContain(
      'DATABASE_URL (it must have sslmode=verify-full, and a password of 16 characters or more',
    );
    expect(message).toContain('TOKEN (it must be');
  });

  it('Kafka needs TLS and a user, all of which is named at once', () => {
    const { KAFKA_BROKERS: _, ...kafka } = kafkaSettings;
    const withKafka = Type.Object({ ENVIRONMENT: serviceSettings.ENVIRONMENT, ...kafka });
    const live = { ENVIRONMENT: 'production' };
    const tls = 'KAFKA_TLS (it must be true, unless KAFKA_TLS_CA_FILE is set)';
    expect(problemOf(live, withKafka)).toMatch(/: KAFKA_SASL_PASSWORD \(.+\), KAFKA_SASL_USERNAME \(it must be set\)/);
    expect(problemOf(live, withKafka)).toContain(tls);
    expect(problemOf({ ...live, KAFKA_TLS: 'false' }, withKafka)).toContain(tls);
    const user = { KAFKA_SASL_USERNAME: 'billing', KAFKA_SASL_PASSWORD: 'a-long-password-1' };
    expect(problemOf({ ...live, ...user }, withKafka)).toBe(`refused with ENVIRONMENT=production: ${tls}`);
    expect(loadConfig(withKafka, { ...live, ...user, KAFKA_TLS: 'true' })).toMatchObject({ KAFKA_TLS: true });
    expect(loadConfig(withKafka, { ...live, ...user, KAFKA_TLS_CA_FILE: '/ca.pem' })).toMatchObject(user);
  });

  it('what its schema refuses, the rule refuses too, and the schema accepts what is right', () => {
    const { allElsewhere, bucket, https, notSandbox, publicHttps, realMailbox } = inProduction;
    const cases: [inProduction.ProductionRule, string[], string[]][] = [
      [
        publicHttps,
        ['https://reelwright.io', 'https://10.reelwright.io:8443', 'https://8.8.8.8', 'https://latest.io'],
        [
          ...['http://reelwright.io', 'https://user:password@reelwright.io', 'https://localhost', 'https://reelwright'],
          ...['https://reelwright.internal', 'https://reelwright.test:8443', 'https://www.example.com'],
          ...[
            'https://10.1.2.3',
            'https://172.20.1.1',
            'https://192.168.0.1:80',
            'https://127.0.0.1',
            'https://0.0.0.0',
          ],
          ...['https://[::1]', 'https://[fd00::1]:443', 'https://[fe80::1]'],
        ],
      ],
      [
        https,
        ['https://chat/hook/@me', 'https://10.1.2.3/'],
        ['http://chat', 'https://a:b@chat', 'https://localhost/'],
      ],
      [allElsewhere, ['kafka:9092,10.0.0.1:9092'], ['kafka:9092, localhost:9092', '127.0.0.1:9092', '[::1]:9092']],
      [
        bucket,
        [
          's3://bucket?region=eu',
          's3://bucket?region=eu&endpoint=https%3A%2F%2Fstore.io',
          's3://bucket?endpoint=https://s',
        ],
        [
          '',
          's3://?region=eu',
          'file:///data',
          's3://bucket?endpoint=http://store',
          's3://b?region=x&endpoint=http%3a//store',
        ],
      ],
      [notSandbox, ['awx1y2z3'], ['sandbox-1', '0000000000']],
      [
        realMailbox,
        ['a@reelwright.io', 'Contest <hello@contest.io>'],
        ['a@example.com', 'a@b.test', 'R <a@localhost>'],
      ],
      [inProduction.matching('be a price', /^price_\w{4,}$/), ['price_1234'], ['price_1', 'x']],
      [inProduction.atMost(10), ['10'], ['11']],
      [inProduction.atLeast(10), ['10'], ['9']],
      [inProduction.unset('it is for tests'), [], ['x']],
      [inProduction.otherThan('sandbox'), ['live'], ['sandbox']],
    ];
    for (const [{ must, allows, refuses = {} }, right, wrong] of cases) {
      const isRefused = (value: string) => Schema.Check(refuses, /^\d{1,2}$/.test(value) ? Number(value) : value);
      expect([must, right.filter((value) => isRefused(value) || !allows(value, {}))]).toEqual([must, []]);
      expect([must, wrong.filter((value) => !isRefused(value) || allows(value, {}))]).toEqual([must, []]);
    }
  });

  it('what is unset is not refused, and elsewhere nothing is', () => {
    expect(loadConfig(settings, { ENVIRONMENT: 'production' })).toMatchObject({ LEVEL: 'off', TOKEN: '' });
    expect(loadConfig(settings, bad)).toMatchObject({ ENVIRONMENT: 'development', ...bad });
  });

  it('is not written in another way', () => {
    expect(problemOf({ ENVIRONMENT: 'prod' }, settings)).toMatch(/^bad settings: ENVIRONMENT/);
  });

  const random = 'q3Vn0yJ8rT5uW2xZ7aB4cD6eF9gH1iK-';
  it.each([
    [
      'https',
      ['https://reelwright.io', 'https://n8n.internal:5678/x'],
      [
        'http://reelwright.io',
        'https://localhost',
        'https://LOCALHOST.',
        'https://127.0.0.1:8080',
        'https://[::1]',
        'https://[::]',
        'https://[::ffff:127.0.0.1]',
        'https://reelwright.example',
        'https://reelwright.example.',
        'https://user:pw@reelwright.io',
        'https://user@reelwright.io',
        'reelwright.io',
        '',
      ],
    ],
    [
      'publicHttps',
      ['https://reelwright.io', 'https://media.reelwright.io:8443', 'https://8.8.8.8', 'https://[2606:4700::1111]'],
      [
        'http://reelwright.io',
        'https://reelwright.example',
        'https://127.0.0.1',
        'https://10.0.0.5',
        'https://172.16.0.5',
        'https://192.168.1.5',
        'https://169.254.169.254',
        'https://100.64.0.1',
        'https://[fd00::1]',
        'https://[fe80::1]',
        'https://[::ffff:10.0.0.5]',
        'https://web',
        'https://n8n.internal.',
        'https://printer.local',
        'https://nas.home.arpa',
      ],
    ],
    [
      'mailServer',
      ['smtps://me:pw@mail.reelwright.io', 'smtp://10.0.0.5:25', 'smtp://[2001:db8::1]'],
      [
        'smtp://127.0.0.1:25',
        'smtp://127.1',
        'smtp://2130706433',
        'smtp://0x7f000001',
        'smtp://0',
        'smtp://[::1]',
        'smtp://[::ffff:7f00:1]',
        'smtp://localhost',
        'smtp://LocalHost.:25',
        'smtp://%6cocalhost',
        'smtp://mail.test',
        'smtp://mail.reelwright.io?requireTLS=false',
        'smtps://mail.reelwright.io/?tls.rejectUnauthorized=false',
        'smtp:///',
        'nonsense',
      ],
    ],
    [
      'encryptedPassword',
      ['http://127.0.0.1:4318', 'https://team:pw@otlp.reelwright.io/otlp'],
      ['http://team:pw@otlp.reelwright.io', 'http://token@127.0.0.1:4318', 'https://otlp:99999'],
    ],
    [
      'allElsewhere',
      ['kafka-1.internal:9093', '10.0.0.5:9092,kafka.reelwright.io:9092', '[2001:db8::1]:9092'],
      ['127.0.0.1:9092', 'kafka-1.internal:9093, localhost:9093', '[::1]:9092', '2130706433:9092', 'a.internal:9093,'],
    ],
    [
      'bucket',
      ['s3://videos', 's3://videos?region=eu-west-1&endpoint=https://s3.reelwright.io'],
      [
        's3://',
        'file:///videos',
        's3://videos?endpoint=http://127.0.0.1:8333',
        's3://videos?endpoint=http://s3.reelwright.io',
        's3://videos?endpoint=https%3A%2F%2Flocalhost',
      ],
    ],
    [
      'realMailbox',
      ['Reelwright <hello@reelwright.io>', 'a@b.co'],
      ['Reelwright <hello@reelwright.test>', 'a@shop.example', 'a@example.com'],
    ],
    [
      'notSandbox',
      ['407408718192-a1.apps.googleusercontent.com', '1234567890123456'],
      ['1-sandboxsignin.apps.googleusercontent.com', '1400000000000001'],
    ],
    [
      'issuedSecret',
      ['GOCSPX-aBcDeFgHiJkLmNoP', 'kX8,vQ2mZp7Rt4Wd'],
      ['GOCSPX-sandbox-sign-in', 'short', 'aBcDeFgHiJkLmNoP,sandbox'],
    ],
    ['chosenPassword', ['a-sandbox-password'], ['fifteen-letters']],
    [
      'issuedSecrets',
      ['whsec_aBcDeFgHiJkL', 'whsec_aBcDeFgHiJkL,whsec_mNoPqRsTuVwX'],
      ['whsec_sandbox_sign', 'short', 'whsec_aBcDeFgHiJkL,whsec_x'],
    ],
    [
      'randomKeys',
      [random, `${random},${random}`, `2026-1:${random}`],
      [
        'change-me-change-me-change-me-change-me',
        random.slice(1),
        `2026-1:${random.slice(1)}`,
        `k1:${'A'.repeat(43)}=`,
        `${random},short`,
      ],
    ],
    [
      'verifiedDatabase',
      [
        'postgres://billing:a-long-password-1@db:5432/billing?sslmode=verify-full',
        'postgres://billing:100%25-long-password@db/billing?sslmode=verify-full&sslrootcert=/ca.pem',
      ],
      [
        'postgres://billing:short@db/billing?sslmode=verify-full',
        'postgres://billing:%25%25%25%25%25%25@db/billing?sslmode=verify-full',
        'postgres://billing:100%-long-password@db/billing?sslmode=verify-full',
        'postgres://billing@db/billing?sslmode=verify-full',
        'db',
        'postgres://billing:a-long-password-1@db:5432/billing',
        'postgres://billing:a-long-password-1@db:5432/billing?ssl=true',
        'postgres://billing:a-long-password-1@db:5432/billing?sslmode=verify-full&sslmode=disable',
        ...['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-ful', ''].map(
          (mode) => `postgres://billing:a-long-password-1@db:5432/billing?sslmode=${mode}`,
        ),
      ],
    ],
  ] as const)('the rule %s holds for what it should', (name, good, refused) => {
    const { allows } = inProduction[name];
    expect(good.filter((value) => !allows(value, {}))).toEqual([]);
    expect(refused.filter((value) => allows(value, {}))).toEqual([]);
  });

  it('numbers have a highest value, and some settings exactly one value', () => {
    const { atMost, exactly, matching } = inProduction;
    expect([atMost(10).allows('10', {}), atMost(10).allows('11', {})]).toEqual([true, false]);
    const live = exactly('https://api.example.com');
    expect([live.allows('https://api.example.com', {}), live.allows('http://127.0.0.1', {})]).toEqual([true, false]);
    expect(matching('be a bucket', /^s3:/).allows('file:///x', {})).toBe(false);
  });
});
