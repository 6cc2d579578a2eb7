import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createBenchmark, interleave, readVersions, roundsFrom, type Samples } from '@reelwright/benchmark';
import { createTestIdentity, freePorts } from '@reelwright/testing';
import { startFront } from './front.ts';
import { type Load, load } from './load.ts';
import { pacedReads } from './paced.ts';
import { type Person, signUp } from './people.ts';
import { start } from './processes.ts';

const READ = '/api/user-drive-folder';
const OPEN_READ = '/api/login';
const OURS = 'Envoy, auth, handler';
const PLUGIN = 'handler with @fastify/session';
/** As ours does: a session ends after a week without use. The plugin keeps its end by writing it at each request. */
const SLIDING = 'the same, ends when unused';
const BY_HAND = 'handler with a prepared statement';
/** What is left when nobody asks who calls: no check can make ours faster than this. */
const UNCHECKED = 'Envoy and handler, no check';
const PEOPLE = 32;
const SECONDS = 5;
/** Far from what the machine can do, so that it is the logins that are seen and not a queue of our own making. */
const QUIET_RATE = 500;
const QUIET_SECONDS = 12;
const LOGINS = 100;
/** One stall of some process is then one of many, not the whole p99. */
const LOGINS_EVERY_MS = 4_000;
/** In the middle of the reads, not at their beginning. */
const LOGINS_AFTER_MS = 1_000;
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];

const rounds = roundsFrom(process.env, 7);
const bench = createBenchmark({
  title: 'A signed-in read',
  versions: readVersions(
    process.env,
    ['fastify', '@fastify/session', 'connect-pg-simple', 'pg', 'autocannon'],
    import.meta.url,
  ),
});
const identity = await createTestIdentity(['auth', 'drive']);
const [readPort = 0, pluginPort = 0, slidingPort = 0, byHandPort = 0, uncheckedPort = 0] = await freePorts(5);
const front = await startFront({
  envoy: process.env.ENVOY_PATH ?? 'envoy',
  identity: { keyFile: identity.keyFile('auth'), jwksFile: identity.jwksFile },
  services: [
    { drive: { host: '127.0.0.1', port: readPort } },
    // Behind this one the handler answers at an address that is open to everybody.
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
  await logins(people[0] as Person);
} finally {
  for (const service of services) await service.stop();
  await front.stop();
  identity.remove();
}
process.exitCode = bench.finish();

/** The same handler in the same server; only how it knows who calls differs. */
async function throughput(people: readonly Person[]): Promise<void> {
  const cookies = people.map(({ cookie }) => cookie);
  const side = (name: string, url: string, cookies: readonly string[]) => ({
    name,
    run: () => load({ url, cookies, seconds: SECONDS }),
  });
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
  expectNoRefusals('every one of these reads is answered', samples);
  bench.show({ title: 'p50', samples, figure: 'p50', unit: 'ms' });
  bench.show({ title: 'p99', samples, figure: 'p99', unit: 'ms' });
}

/** Sessions of the plugin's own, as cookies. */
async function signInAtPlugin(url: string): Promise<string[]> {
  const answers = Array.from({ length: PEOPLE }, () => fetch(`${url}/sign-in`, { method: 'POST' }));
  return (await Promise.all(answers)).map(({ headers }) => (headers.get('set-cookie') ?? '').split(';')[0] ?? '');
}

/** What others notice when a hundred people sign in at the same moment, every four seconds. */
async function logins(person: Person): Promise<void> {
  const people: Person[] = [];
  for (let count = 0; count < LOGINS; count++) people.push(await signUp(front.authUrl));
  const process = fork(join(import.meta.dirname, 'login-process.ts'), { execArgv: NODE_FLAGS });
  const reads = () =>
    pacedReads({ url: gateway + READ, cookie: person.cookie, seconds: QUIET_SECONDS, perSecond: QUIET_RATE });
  const statuses = new Map<number, number>();
  let took = 0;
  const logInAll = async () => {
    const began = performance.now();
    // Straight to auth: from one address the gateway lets 120 in a minute.
    process.send({ url: front.authUrl, people });
    const [answers] = (await once(process, 'message')) as [number[]];
    took = performance.now() - began;
    for (const status of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const WITH = `with ${LOGINS} logins at once`;
  const samples = await interleave({
    rounds,
    sides: [
      { name: 'without', run: reads },
      {
        name: WITH,
        async run() {
          const reading = reads();
          reading.catch(() => undefined); // told when it is waited for
          const began = performance.now();
          for (let at = LOGINS_AFTER_MS; at < QUIET_SECONDS * 1_000; at += LOGINS_EVERY_MS) {
            await new Promise((resolve) => setTimeout(resolve, began + at - performance.now()));
            await logInAll();
          }
          return reading;
        },
      },
    ],
  });
  process.kill();
  bench.compare({
    title: `p99 of ${QUIET_RATE} reads a second`,
    samples,
    figure: 'p99',
    unit: 'ms',
    ours: WITH,
    goal: { atMost: 3 },
  });
  expectNoRefusals('every read is answered meanwhile', samples);
  const seen = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  bench.expect('every login is answered', !statuses.has(0), `${seen}; the last hundred took ${Math.round(took)} ms`);
}

function expectNoRefusals(what: string, samples: Samples<keyof Load>): void {
  const refused = [...samples.values()].flat().reduce((sum, figures) => sum + figures.refused, 0);
  bench.expect(what, refused === 0, `${refused} refused`);
}

function startRead(auth: string, port: number, path = READ) {
  return start({
    command: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      '--max-semi-space-size=2',
      join(import.meta.dirname, 'read-service.ts'),
    ],
    log: join(front.folder, `read-${auth}.log`),
    ready: `http://127.0.0.1:${port}/readyz`,
    env: {
      PATH: process.env.PATH,
      AUTH: auth,
      READ_PATH: path,
      PORT: String(port),
      IDENTITY_JWKS_FILE: identity.jwksFile,
      DATABASE_URL: front.databaseUrl,
      SESSION_SECRET: front.sessionSecret,
    },
  });
}
