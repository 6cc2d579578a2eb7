import { join } from 'node:path';
import { createBenchmark, interleave, readVersions, roundsFrom } from '@reelwright/benchmark';
import { createTestIdentity } from '@reelwright/testing';
import { startFront } from './front.ts';
import { load } from './load.ts';
import { signUp } from './people.ts';
import { freePorts, start } from './processes.ts';

const OURS = 'gateway, auth, handler';
const RIVAL = 'handler reads its session';
const SECONDS = Number(process.env.SECONDS || 5);

const bench = createBenchmark({
  title: 'A signed-in read',
  versions: readVersions(process.env, ['fastify', 'autocannon', 'pg'], import.meta.url),
});
const identity = await createTestIdentity(['auth', 'drive']);
const [readPort = 0, rivalPort = 0] = await freePorts(2);
const front = await startFront({
  envoy: process.env.ENVOY_PATH ?? 'envoy',
  identity: { keyFile: identity.keyFile('auth'), jwksFile: identity.jwksFile },
  services: [{ drive: { host: '127.0.0.1', port: readPort } }],
  authFlags: process.env.AUTH_FLAGS?.split(' ') ?? [],
});
const [gateway = ''] = front.urls;
const services = await Promise.all([startRead('gateway', readPort), startRead('session', rivalPort)]);
try {
  const person = await signUp(gateway);
  const samples = await interleave({
    rounds: roundsFrom(process.env, 7),
    sides: [
      { name: OURS, run: () => load({ url: gateway, cookie: person.cookie, seconds: SECONDS }) },
      {
        name: RIVAL,
        run: () => load({ url: `http://127.0.0.1:${rivalPort}`, cookie: person.cookie, seconds: SECONDS }),
      },
    ],
  });
  bench.compare({
    title: 'Requests a second, 32 connections',
    samples,
    figure: 'perSecond',
    unit: '1/s',
    ours: OURS,
    goal: { atLeast: 1.2 },
  });
  bench.show({ title: 'p99 beside it', samples, figure: 'p99', unit: 'ms' });
} finally {
  for (const service of services) await service.stop();
  await front.stop();
  identity.remove();
}
process.exitCode = bench.finish();

function startRead(auth: 'gateway' | 'session', port: number) {
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
      PORT: String(port),
      IDENTITY_JWKS_FILE: identity.jwksFile,
      DATABASE_URL: front.databaseUrl,
      SESSION_SECRET: front.sessionSecret,
    },
  });
}
