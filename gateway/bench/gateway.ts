import { join } from 'node:path';
import { createBenchmark, interleave, readVersions, roundsFrom } from '@reelwright/benchmark';
import { createTestIdentity, freePorts } from '@reelwright/testing';
import { startFront } from './front.ts';
import { expectNoErrors, load } from './load.ts';
import { compareLogins } from './logins.ts';
import { type Person, signUp } from './people.ts';
import { start } from './processes.ts';

/** A read of normal importance: of a less important one, the gateway lets fewer than 32 wait for their check at a time. */
const READ = '/api/videos';
const OPEN_READ = '/api/login';
const OURS = 'Envoy, auth, handler';
const PLUGIN = 'handler with @fastify/session';
/** Like ours, a session ends after a week without use. The plugin writes the new end at each request. */
const SLIDING = 'the same, ends when unused';
const BY_HAND = 'handler with a prepared statement';
/** The upper limit: the throughput without any check. */
const UNCHECKED = 'Envoy and handler, no check';
const PEOPLE = 32;
const SECONDS = 5;

const rounds = roundsFrom(process.env, 7);
const bench = createBenchmark({
  title: 'A signed-in read',
  versions: readVersions(
    process.env,
    ['fastify', '@fastify/session', 'connect-pg-simple', 'pg', 'autocannon'],
    import.meta.url,
  ),
});
const identity = await createTestIdentity(['auth', 'scheduling']);
const [readPort = 0, pluginPort = 0, slidingPort = 0, byHandPort = 0, uncheckedPort = 0] = await freePorts(5);
const front = await startFront({
  envoy: process.env.ENVOY_PATH ?? 'envoy',
  identity: { keyFile: identity.keyFile('auth'), jwksFile: identity.jwksFile },
  services: [
    { scheduling: { host: '127.0.0.1', port: readPort } },
    // Through this gateway the handler is called at a public address.
    { auth: { host: '127.0.0.1', port: uncheckedPort } },
  ],
});
const [gateway = '', open = ''] = front.urls;
const services = [
  await startRead('gateway', readPort),
  await startRead('plugin', pluginPort),
  await startRead('sliding', slidingPort),
  await startRead('by-hand', byHandPort),
  await startRead('unchecked', uncheckedPort, OPEN_READ),
];
try {
  const people: Person[] = [];
  for (let count = 0; count < PEOPLE; count++) people.push(await signUp(front.authUrl));
  await throughput(people);
  await compareLogins(bench, { rounds, authUrl: front.authUrl, url: gateway + READ, reader: people[0] as Person });
} finally {
  for (const service of services) await service.stop();
  await front.stop();
  identity.remove();
}
process.exitCode = bench.finish();

/** The same handler in the same server; the ways to know the caller differ. */
async function throughput(people: readonly Person[]): Promise<void> {
  const cookies = people.map(({ cookie }) => cookie);
  const side = (name: string, url: string, cookies: readonly string[]) => ({
    name,
    run: () => load({ url, cookies, seconds: SECONDS }),
  });
  const before = await front.sessionChecks(0);
  const plugin = await signInAtPlugin(`http://127.0.0.1:${pluginPort}`);
  const sliding = await signInAtPlugin(`http://127.0.0.1:${slidingPort}`);
  const samples = await interleave({
    rounds,
    sides: [
      side(OURS, gateway + READ, cookies),
      side(PLUGIN, `http://127.0.0.1:${pluginPort}${READ}`, plugin),
      side(SLIDING, `http://127.0.0.1:${slidingPort}${READ}`, sliding),
      side(BY_HAND, `http://127.0.0.1:${byHandPort}${READ}`, cookies),
      side(UNCHECKED, open + OPEN_READ, cookies),
    ],
  });
  bench.compare({
    title: 'Requests a second, 32 connections, all on these cores',
    samples,
    figure: 'perSecond',
    unit: '1/s',
    ours: OURS,
    rivals: [PLUGIN],
    goal: { atLeast: 1.2 },
  });
  for (const rival of [SLIDING, BY_HAND]) bench.ratio({ samples, figure: 'perSecond', ours: OURS, rivals: [rival] });
  bench.ratio({ samples, figure: 'perSecond', ours: UNCHECKED, rivals: [PLUGIN] });
  expectNoErrors(bench, 'every one of these reads succeeds', samples);
  const { checked, cached } = await front.sessionChecks(0);
  const [checks, cacheHits] = [checked - before.checked, cached - before.cached];
  bench.expect(
    'each person is checked at auth each second',
    checks >= people.length * SECONDS * rounds * 0.9,
    `${checks.toLocaleString('en-US')} of ${(checks + cacheHits).toLocaleString('en-US')} reads were checked`,
  );
  bench.show({ title: 'p50', samples, figure: 'p50', unit: 'ms' });
  bench.show({ title: 'p99', samples, figure: 'p99', unit: 'ms' });
}

/** Sessions of the plugin, as cookies. */
async function signInAtPlugin(url: string): Promise<string[]> {
  const responses = Array.from({ length: PEOPLE }, () => fetch(`${url}/sign-in`, { method: 'POST' }));
  return (await Promise.all(responses)).map(({ headers }) => (headers.get('set-cookie') ?? '').split(';')[0] ?? '');
}

function startRead(way: string, port: number, path = READ) {
  return start({
    command: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      '--max-semi-space-size=2',
      join(import.meta.dirname, 'read-service.ts'),
    ],
    log: join(front.folder, `read-${way}.log`),
    ready: `http://127.0.0.1:${port}/readyz`,
    env: {
      PATH: process.env.PATH,
      AUTH: way,
      READ_PATH: path,
      PORT: String(port),
      IDENTITY_JWKS_FILE: identity.jwksFile,
      DATABASE_URL: front.databaseUrl,
      SESSION_SECRET: front.sessionSecret,
    },
  });
}
