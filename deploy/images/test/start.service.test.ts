import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { topics } from '@reelwright/contracts';
import type { ServiceName } from '@reelwright/local/running-stack';
import {
  createTestDatabase,
  createTestIdentity,
  createTestTopics,
  eventually,
  freePorts,
  type TestIdentity,
} from '@reelwright/testing';
import sharp from 'sharp';
import { USER_ID } from '../src/contents/base.ts';
import type { ImageName } from '../src/images.ts';
import { writeRootfs } from '../src/layout/rootfs.ts';
import { assembled } from './assembled.ts';
import { type Container, requireMounts, startContainer } from './container.ts';

const PROBE =
  "process.stdout.write(require('node:child_process').execFileSync('prlimit', ['--as=1073741824', '--', 'ffprobe', '-version']))";

const copies = new Map<string, string>();
const running: Container[] = [];
let scratch: string;
let data: string;
let identity: TestIdentity;
let kafka: Awaited<ReturnType<typeof createTestTopics>>;
let kafkaSettings: Record<string, string>;

beforeAll(async () => {
  requireMounts();
  scratch = mkdtempSync(join(tmpdir(), 'images-'));
  data = join(scratch, 'data');
  mkdirSync(join(data, 'media'), { recursive: true });
  identity = await createTestIdentity(['auth', 'generation']);
  cpSync(dirname(identity.jwksFile), join(data, 'identity'), { recursive: true });
  kafka = await createTestTopics(Object.values(topics));
  kafkaSettings = withoutUndefined(kafka.settings);
  if (kafkaSettings.KAFKA_TLS_CA_FILE) {
    cpSync(kafkaSettings.KAFKA_TLS_CA_FILE, join(data, 'kafka-ca.pem'));
    kafkaSettings.KAFKA_TLS_CA_FILE = '/data/kafka-ca.pem';
  }
  execFileSync('chown', ['-R', `${USER_ID}:${USER_ID}`, data]);
}, 60_000);

afterAll(async () => {
  await Promise.all(running.map((container) => container.stop()));
  await kafka?.drop();
  identity?.remove();
  if (scratch) rmSync(scratch, { recursive: true, force: true });
}, 60_000);

async function rootfsOf(name: ImageName): Promise<string> {
  const folder = join(scratch, name);
  const { layers } = await assembled(name);
  writeRootfs(folder, layers, copies);
  return folder;
}

/** Runs another program of an image to its end. @returns its exit code and what it prints */
async function runCommand(rootfs: string, name: ImageName, program: string, env: Record<string, string>) {
  const container = startContainer(rootfs, name, { env, data, command: [`src/${program}.js`] });
  running.push(container);
  return [await container.ended, container.output()];
}

/** Migrates a new database with an image's own program, and starts its service. */
async function startService(name: ServiceName, settings: Record<string, string>) {
  const rootfs = await rootfsOf(name);
  const database = await createTestDatabase({ name: `image-${name}` });
  const [http, grpc, ops] = await freePorts(3);
  const env = {
    HTTP_PORT: String(http),
    GRPC_PORT: String(grpc),
    OPS_PORT: String(ops),
    DATABASE_URL: database.url,
    ...kafkaSettings,
    KAFKA_TOPIC_PREFIX: kafka.prefix,
    PUBLIC_URL: 'http://localhost:8080',
    IDENTITY_JWKS_FILE: '/data/identity/jwks.json',
    IDENTITY_KEY_FILE: `/data/identity/${name}.jwk.json`,
    // Nothing listens there: the exporter is loaded nevertheless.
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    ...settings,
  };
  expect(await runCommand(rootfs, name, 'migrate', env)).toEqual([0, expect.stringContaining('Success')]);
  const container = startContainer(rootfs, name, { env, data });
  running.push(container);
  await answers(`http://127.0.0.1:${ops}/readyz`, 200, container);
  return {
    rootfs,
    env,
    container,
    url: `http://127.0.0.1:${http}`,
    async stop() {
      expect([await container.stop(), container.output()]).toEqual([
        0,
        expect.not.stringMatching(/"level":"(error|fatal)"/),
      ]);
      await database.drop();
    },
  };
}

const withoutUndefined = (settings: object) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Record<string, string>;

async function answers(url: string, status: number, container: Container): Promise<void> {
  let answer: unknown;
  const ended = container.ended.then(() => {
    throw new Error(`it ended: ${container.output()}`);
  });
  const answered = eventually(
    async () => {
      answer = await fetch(url).then((response) => response.status, String);
      expect(answer).toBe(status);
    },
    { timeoutMs: 90_000 },
  );
  await Promise.race([ended, answered]).catch((error: Error) => {
    throw new Error(`${url}: ${answer}, ${error.message}\n${container.output()}`);
  });
}

test('auth starts, hashes a password in its thread, makes a photo small in its process, and erases at request', async () => {
  const auth = await startService('auth', {
    CHECK_PORT: String((await freePorts(1))[0]),
    SESSION_SECRET: 'a-session-secret-of-thirty-two-letters',
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ACCOUNTS_URL: 'http://127.0.0.1:9',
    GOOGLE_OAUTH_URL: 'http://127.0.0.1:9',
    GOOGLE_CERTS_URL: 'http://127.0.0.1:9',
    BILLING_GRPC: '127.0.0.1:9',
    SCHEDULING_GRPC: '127.0.0.1:9',
    ADMIN_CODE_HASH: '$argon2id$v=19$m=8,t=2,p=1$c2FsdHNhbHRzYWx0$dGFndGFndGFndGFndGFndA',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Reelwright <hello@reelwright.test>',
    CONTACT_EMAIL: 'support@reelwright.test',
  });
  const signup = await fetch(`${auth.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'ada@example.com',
      password: 'correct horse battery',
      firstName: 'Ada',
      lastName: 'Byron',
    }),
  });
  expect(signup.status).toBe(201);
  const { id } = (await signup.json()) as { id: string };
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  const photo = await fetch(`${auth.url}/api/auth/user/photo`, {
    method: 'PUT',
    headers: { ...(await identity.asUser(id)), 'content-type': 'image/jpeg' },
    body: new Uint8Array(picture),
  });
  expect([photo.status, await photo.json()]).toEqual([200, { profileImageUrl: expect.any(String) }]);
  const env = { ...auth.env, ACCOUNT_EMAIL: 'ada@example.com' };
  const erased = await runCommand(auth.rootfs, 'auth', 'erase-account-command', env);
  expect(erased).toEqual([0, expect.stringMatching(/^\{"userId":"\d+","receiptCode":"/)]);
  await auth.stop();
}, 120_000);

test('billing compares with Stripe by a command, which says when Stripe does not respond', async () => {
  const rootfs = await rootfsOf('billing');
  const database = await createTestDatabase({ name: 'image-billing' });
  const prices = ['STARTER', 'PRO', 'ELITE'].flatMap((tier) =>
    ['MONTHLY', 'ANNUAL'].map((cycle) => [`STRIPE_PRICE_${tier}_${cycle}`, `price_${tier}${cycle}`]),
  );
  const env = {
    DATABASE_URL: database.url,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_HOST: '127.0.0.1',
    STRIPE_PORT: '9',
    STRIPE_PROTOCOL: 'http',
    ...Object.fromEntries(prices),
  };
  expect(await runCommand(rootfs, 'billing', 'migrate', env)).toEqual([0, expect.stringContaining('Success')]);
  const ended = await runCommand(rootfs, 'billing', 'reconcile-with-stripe-command', env);
  expect(ended).toEqual([1, expect.stringContaining('PAYMENTS_UNAVAILABLE')]);
  await database.drop();
}, 120_000);

test('generation starts, its renderer makes a clip with its own fonts and ffmpeg, and ffprobe runs within limits', async () => {
  const generation = await startService('generation', {
    VIDEO_MODEL: 'local',
    BILLING_GRPC: '127.0.0.1:9',
    OBJECT_STORE_URL: 'file:///data/media',
    MEDIA_SIGNING_KEY: 'a-media-signing-key-of-thirty-two-letters',
  });
  const request = {
    videoId: 'image',
    variation: 0,
    style: 'v1',
    includeAudio: true,
    notes: 'Grün, зелёный, हरा, أخضر',
    outputPath: '/tmp/clip.mp4',
    posterPath: '/tmp/poster.jpg',
    partsPath: '/tmp/parts',
    ffmpegPath: 'ffmpeg',
    size: { width: 108, height: 192 },
    fps: 6,
    seconds: 2,
    quality: 'full',
    budgetSeconds: 60,
  };
  const render = startContainer(generation.rootfs, 'generation', {
    env: {},
    command: ['src/render.js'],
    input: `${JSON.stringify(request)}\n`,
  });
  running.push(render);
  expect([await render.ended, render.output()]).toEqual([0, expect.stringContaining('"type":"done"')]);
  // libs/ffmpeg reads people's videos within limits.
  const probe = startContainer(generation.rootfs, 'generation', { env: {}, command: ['--eval', PROBE] });
  running.push(probe);
  expect([await probe.ended, probe.output()]).toEqual([0, expect.stringContaining('ffprobe version')]);
  await generation.stop();
}, 180_000);

test('the web server serves the app', async () => {
  const [port] = await freePorts(1);
  const web = startContainer(await rootfsOf('web'), 'web', { env: { HTTP_PORT: String(port) } });
  running.push(web);
  await answers(`http://127.0.0.1:${port}/readyz`, 204, web);
  const page = await fetch(`http://127.0.0.1:${port}/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('id="root"')]);
  expect(await web.stop()).toBe(0);
}, 120_000);

test('the gateway starts with the routes of the product', async () => {
  const rootfs = await rootfsOf('gateway');
  const [http, admin] = await freePorts(2);
  // Its own configuration, on ports that are free here.
  const config = readFileSync(join(rootfs, 'etc/envoy/envoy.yaml'), 'utf8')
    .replace('port_value: 8080', `port_value: ${http}`)
    .replace('port_value: 8081', `port_value: ${admin}`);
  const folder = join(scratch, 'gateway-data');
  mkdirSync(folder);
  writeFileSync(join(folder, 'envoy.yaml'), config);
  chmodSync(folder, 0o755);
  const gateway = startContainer(rootfs, 'gateway', {
    env: {},
    data: folder,
    command: ['src/main.js', '/usr/local/bin/envoy', '/data/envoy.yaml', '--log-level', 'warn'],
  });
  running.push(gateway);
  await answers(`http://127.0.0.1:${admin}/ready`, 200, gateway);
  // The name of the web server is not known here.
  const answer = await fetch(`http://127.0.0.1:${http}/`);
  expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ error: expect.any(String) })]);
  expect(await gateway.stop()).toBe(0);
}, 120_000);
