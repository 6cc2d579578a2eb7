import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@reelwright/testing';
import { stringify } from 'yaml';
import { readCounters } from '../counters.ts';
import { socket } from '../envoy-clusters.ts';
import { type Address, envoyConfig } from '../envoy-config.ts';
import { routes, type Service } from '../routes.ts';
import { createUpstreams, startCheck } from './upstreams.ts';

/** ENVOY_PATH, the one on the PATH, or the one that `make up` fetched. */
export function findEnvoy(): string {
  const cached = join(
    process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
    'reelwright/envoy-1.40.0/envoy/_bin/envoy',
  );
  for (const path of [process.env.ENVOY_PATH, 'envoy', cached]) {
    if (!path) continue;
    if (path.includes('/') && !existsSync(path)) continue;
    try {
      execFileSync(path, ['--version'], { stdio: 'ignore' });
      return path;
    } catch {}
  }
  throw new Error('no Envoy for the tests: run `make test`, or set ENVOY_PATH');
}

export interface GatewayResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** The real gateway with the committed routes, in front of services that record the requests they get. */
export async function startGateway({
  trustedHops = 0,
  timeoutSeconds,
  idleSeconds,
  elsewhere = {},
  nameServer,
  adminSeenAt,
  hasOps = false,
}: {
  trustedHops?: number;
  timeoutSeconds?: number;
  /** How long an open request may be silent, except for uploads. */
  idleSeconds?: number;
  /** The addresses of parts that have no server of their own here. */
  elsewhere?: Partial<Record<Service | 'web', Address>>;
  /** Looks up the names of addresses. */
  nameServer?: Address;
  /** The port at which the process that runs Envoy finds its admin port. */
  adminSeenAt?: number;
  /** Whether it listens for probes and Prometheus, as in Kubernetes. */
  hasOps?: boolean;
} = {}) {
  const upstreams = createUpstreams();
  const check = await startCheck();
  const names = [...new Set(routes.map((route) => route.service))];
  const services = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await upstreams.start(name)] as const)),
  ) as Record<Service, { host: string; port: number }>;
  const { web = await upstreams.start('web'), ...otherServices } = elsewhere;
  const [port = 0, adminPort = 0, opsPort = 0] = await freePorts(3);
  const config = envoyConfig(
    {
      listen: { host: '127.0.0.1', port },
      admin: { host: '127.0.0.1', port: adminSeenAt ?? adminPort },
      ...(hasOps && { ops: { host: '127.0.0.1', port: opsPort } }),
      services: { ...services, ...otherServices },
      authCheck: check.address,
      web,
      trustedHops,
      ...(nameServer && { nameServer }),
    },
    timeoutSeconds === undefined ? routes : routes.map((route) => ({ ...route, timeoutSeconds })),
  );
  if (idleSeconds !== undefined) {
    for (const { filter_chains } of config.static_resources.listeners) {
      for (const { typed_config } of filter_chains.flatMap(({ filters }) => filters)) {
        Object.assign(typed_config, { stream_idle_timeout: `${idleSeconds}s` });
      }
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  const file = join(folder, 'envoy.yaml');
  writeFileSync(file, stringify(config, { aliasDuplicateObjects: false }));
  const envoy = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, '../run-envoy.ts'),
      findEnvoy(),
      file,
      '--config-yaml',
      stringify({ admin: { address: socket({ host: '127.0.0.1', port: adminPort }) } }),
      '--log-level',
      'error',
      '--file-flush-interval-msec',
      '20',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exited = once(envoy, 'exit');
  let accessLogText = '';
  envoy.stdout?.on('data', (chunk) => {
    accessLogText += chunk;
  });
  let errorOutput = '';
  envoy.stderr?.on('data', (chunk) => {
    errorOutput += chunk;
  });
  await ready(adminPort, envoy, () => errorOutput);

  /** Sends a path exactly as it is written. */
  function call(
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: Buffer | string; chunked?: boolean } = {},
  ): Promise<GatewayResponse> {
    const { method = 'GET', headers = {}, body, chunked = false } = options;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port, path, method, agent: false, headers: { host: 'localhost', ...headers } },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => {
            let parsed = {};
            try {
              parsed = JSON.parse(text);
            } catch {}
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed });
          });
          response.on('error', reject);
        },
      );
      outgoing.on('error', reject);
      if (body === undefined) return void outgoing.end();
      if (chunked) outgoing.setHeader('transfer-encoding', 'chunked');
      else outgoing.setHeader('content-length', Buffer.byteLength(body));
      outgoing.end(body);
    });
  }

  return {
    call,
    port,
    adminPort,
    opsPort,
    check,
    upstreams,
    /** The requests that reached a service since the last call. */
    takeArrived: () => upstreams.arrived.splice(0),
    /** The lines of the access log so far. */
    accessLog: (): Record<string, unknown>[] =>
      accessLogText
        .slice(0, accessLogText.lastIndexOf('\n') + 1)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    /** Sends bytes as they are, and reads one response, or until the gateway closes the connection. */
    send: (text: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1');
        let received = '';
        socket.on('data', (chunk) => {
          received += chunk;
          if (isWhole(received)) socket.destroy();
        });
        socket.on('close', () => resolve(received));
        socket.on('error', () => undefined);
        socket.write(text);
      }),
    /** What the process that runs Envoy, and Envoy itself, have said of problems. */
    errorOutput: () => errorOutput,
    counters: (below: string) => readCounters(`http://127.0.0.1:${adminPort}`, below),
    /** The status of the admin port's /ready. */
    readiness: async () => (await fetch(`http://127.0.0.1:${adminPort}/ready`)).status,
    terminate: () => void envoy.kill('SIGTERM'),
    /** Resolves with the exit code of the process that runs Envoy. */
    exited: async (): Promise<number | null> => (await exited)[0],
    async stop() {
      await quit(adminPort);
      upstreams.stop();
      check.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** Whether a response of HTTP/1.1 with a length has arrived. */
function isWhole(received: string): boolean {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
  return length !== undefined && Buffer.byteLength(body) >= Number(length);
}

async function ready(adminPort: number, envoy: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (envoy.exitCode !== null) break;
    const isUp = await fetch(`http://127.0.0.1:${adminPort}/ready`)
      .then((response) => response.ok)
      .catch(() => false);
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await quit(adminPort);
  throw new Error(`Envoy did not start: ${output()}`);
}

/** Ends Envoy at once, and with it the process that runs it, unless it has ended. */
async function quit(adminPort: number): Promise<void> {
  await fetch(`http://127.0.0.1:${adminPort}/quitquitquit`, { method: 'POST' }).catch(() => undefined);
}
