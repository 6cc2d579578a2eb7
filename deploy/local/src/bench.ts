import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@reelwright/testing/free-ports';
import { type Folders, foldersFrom } from './folders.ts';
import { portsFrom } from './ports.ts';
import { previousRelease } from './previous-release.ts';
import { ExpectedError, runTarget, say } from './say.ts';
import { createScratchCheckout, type ScratchCheckout } from './scratch-checkout.ts';
import type { Part } from './supervisor/part.ts';
import { startTestServers, type TestServers } from './test-servers.ts';
import { ensureChromium } from './toolchain/chromium.ts';
import { readVersion } from './toolchain/command.ts';
import { ensureEnvoy } from './toolchain/envoy.ts';
import { ensureFfmpeg } from './toolchain/ffmpeg.ts';
import { KAFKA_VERSION } from './toolchain/kafka.ts';
import { ensurePostgres } from './toolchain/postgres.ts';
import { ensureRedis } from './toolchain/redis.ts';

interface Bench {
  readonly file: string;
  /** The servers it needs beside Postgres and Kafka. */
  readonly needs?: readonly ('redis' | 'envoy')[];
  /** It renders pictures: it needs ffmpeg and no server. */
  readonly rendersOnly?: boolean;
  /** It opens the pages of the running stack in a browser: it needs `make up` and no server of its own. */
  readonly opensPages?: boolean;
  /** It starts from the release that PREVIOUS names, and gets a checkout of it as PREVIOUS_CHECKOUT. */
  readonly startsFromPrevious?: boolean;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  dispatch: { file: 'services/scheduling/bench/dispatch.ts', needs: ['redis'] },
  migrate: { file: 'deploy/reliability/bench/migrate.ts', startsFromPrevious: true },
  growth: { file: 'services/scheduling/bench/growth.ts' },
  relay: { file: 'libs/outbox/bench/relay.ts' },
  upload: { file: 'services/external-api/bench/upload.ts', needs: ['envoy'] },
  gateway: { file: 'gateway/bench/gateway.ts', needs: ['envoy'] },
  styles: { file: 'libs/renderer/bench/styles.ts', rendersOnly: true },
  web: { file: 'web/bench/pages.ts', opensPages: true },
};

// These are as durable as in production, with the memory and log size of a small server, so that no checkpoint happens in a round.
const POSTGRES = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  min_wal_size: '4GB',
  checkpoint_timeout: '30min',
  max_connections: '200',
};

/**
 * Runs the bench that BENCH names on servers of its own. It gets them as TEST_DATABASE_URL, TEST_KAFKA_BROKERS, REDIS_URL
 * and ENVOY_PATH, their versions as BENCH_VERSIONS. The exit code is 0 when its goals hold.
 */
await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const bench = BENCHES[env.BENCH ?? ''];
  if (!bench || !existsSync(join(folders.root, bench.file)))
    throw new ExpectedError(`There is no bench '${env.BENCH}': choose one of ${Object.keys(BENCHES).join(', ')}.`);
  const ending = new AbortController();
  const stopOnSignal = () => ending.abort();
  process.once('SIGINT', stopOnSignal).once('SIGTERM', stopOnSignal);
  if (bench.rendersOnly) return runRenderer(folders, env, bench, ending.signal);
  if (bench.opensPages) return runBench(folders.root, bench.file, { ...env, ...(await findPages(env)) }, ending.signal);
  const previous = bench.startsFromPrevious && env.PREVIOUS ? await checkOutPrevious(folders, env) : undefined;
  try {
    return await runOnServers(folders, { ...env, PREVIOUS_CHECKOUT: previous?.root }, bench, ending.signal);
  } finally {
    await previous?.remove();
  }
});

async function checkOutPrevious({ root }: Folders, env: NodeJS.ProcessEnv): Promise<ScratchCheckout> {
  return createScratchCheckout(root, env, await previousRelease(root, env.PREVIOUS));
}

/** With OLD=commit, the bench gets a checkout of that commit as OLD_CHECKOUT. */
async function runRenderer(
  { root }: Folders,
  env: NodeJS.ProcessEnv,
  { file }: Bench,
  signal: AbortSignal,
): Promise<number> {
  const old = env.OLD ? await createScratchCheckout(root, env, env.OLD) : undefined;
  try {
    return await runBench(root, file, { ...env, OLD_CHECKOUT: old?.root, ...(await ensureTools(env)) }, signal);
  } finally {
    await old?.remove();
  }
}

async function runOnServers(
  folders: Folders,
  env: NodeJS.ProcessEnv,
  bench: Bench,
  signal: AbortSignal,
): Promise<number> {
  const { servers, env: tools } = await startServers(folders, env, bench);
  try {
    return await runBench(folders.root, bench.file, { ...env, ...servers.env, ...tools }, signal);
  } finally {
    await servers.stop();
    rmSync(join(folders.home, 'bench'), { recursive: true, force: true });
  }
}

async function ensureTools(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const { value, source } = await ensureFfmpeg(env);
  return {
    FFMPEG_PATH: value.ffmpeg,
    FFPROBE_PATH: value.ffprobe,
    BENCH_VERSIONS: JSON.stringify({ ffmpeg: source }),
  };
}

async function findPages(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const { value, source } = await ensureChromium(env);
  const { gateway } = portsFrom(Number(env.PORT_BASE || 8080));
  return {
    CHROME_PATH: value,
    BASE_URL: `http://localhost:${gateway.http}`,
    BENCH_VERSIONS: JSON.stringify({ chromium: source }),
  };
}

async function startServers(
  folders: Folders,
  env: NodeJS.ProcessEnv,
  { needs = [] }: Bench,
): Promise<{ servers: TestServers; env: Record<string, string> }> {
  const versions: Record<string, string> = {};
  const tools: Record<string, string> = {};
  const extraServers: Part[] = [];
  const { value: postgres } = await ensurePostgres(folders, env);
  const versionLine = await readVersion(join(postgres.bin, 'postgres'), ['--version']);
  versions.postgres = `${/\d+\.\d+/.exec(versionLine ?? '')?.[0]}, fsync and synchronous_commit on`;
  versions.kafka = KAFKA_VERSION;
  if (needs.includes('redis')) {
    const { value: redis } = await ensureRedis();
    const [port = 0] = await freePorts(1);
    extraServers.push(redisPart(redis.command, port, join(folders.home, 'bench', 'redis')));
    tools.REDIS_URL = `redis://127.0.0.1:${port}`;
    versions.redis = `${redis.version}, appendfsync everysec`;
  }
  if (needs.includes('envoy')) {
    const { value: envoy } = await ensureEnvoy(folders);
    tools.ENVOY_PATH = envoy;
    versions.envoy = /\d+\.\d+\.\d+/.exec((await readVersion(envoy, ['--version'])) ?? '')?.[0] ?? '';
  }
  say('Starting servers for the bench');
  // Never the tests' servers: those do not write durably, which would change the figures.
  const ownServersEnv = { ...env, TEST_DATABASE_URL: '', TEST_KAFKA_BROKERS: '' };
  const servers = await startTestServers(folders, ownServersEnv, {
    folder: 'bench',
    kafka: 'plain',
    postgres: POSTGRES,
    extraServers,
  });
  return { servers, env: { ...tools, BENCH_VERSIONS: JSON.stringify(versions) } };
}

function redisPart(command: string, port: number, folder: string): Part {
  mkdirSync(folder, { recursive: true });
  const settings = ['--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--appendfsync', 'everysec'];
  return {
    kind: 'part',
    name: 'redis',
    after: [],
    command,
    args: ['--port', String(port), ...settings, '--save', ''],
    env: { LC_ALL: 'C' },
    cwd: folder,
    address: `127.0.0.1:${port}`,
    ports: [port],
    ready: { kind: 'tcp', port },
  };
}

function runBench(root: string, file: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    signal.addEventListener('abort', () => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 130));
  });
}
