import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'yaml';
import { readCounters } from './counters.ts';
import type { envoyConfig } from './envoy-config.ts';

/**
 * Runs Envoy: `node gateway/run-envoy.ts ENVOY CONFIG [ENVOY'S OPTIONS]`. Envoy itself would cut every open request at SIGTERM
 * or SIGINT, so this process drains it first.
 *
 * 1. The admin port's `/ready` is 503 at once, and every response asks its client to close the connection.
 * 2. After DRAIN_SECONDS (1 by default and at least) the listeners close.
 * 3. When no request is open, or after STOP_SECONDS (900 by default, as uploads may take), Envoy ends.
 */
const [, , command = '', config = '', ...options] = process.argv;
const drainSeconds = Math.max(1, secondsFrom('DRAIN_SECONDS', 1));
const stopMs = secondsFrom('STOP_SECONDS', 900) * 1_000;
/** How long connections without a request keep Envoy running, so that a request on its way is answered. */
const IDLE_MS = 2_000;
const POLL_MS = 100;

// Before Envoy starts: reading a large file takes longer than Envoy's start, and a signal may come as soon as Envoy is ready.
const admin = adminAddress();

const envoy = spawn(
  command,
  [
    ['--config-path', config],
    // The script's cache of known sessions is per worker (decision 4).
    ['--concurrency', '1'],
    // Hot restart shares memory between all Envoys of a machine, so two of them would disturb each other.
    '--disable-hot-restart',
    ['--drain-time-s', String(drainSeconds)],
    options,
  ].flat(),
  { stdio: 'inherit' },
);
envoy.once('error', (error) => {
  process.stderr.write(`Envoy could not be started: ${error.message}\n`);
  process.exit(1);
});
envoy.once('exit', (code) => process.exit(code ?? 1));

let draining = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (draining) return;
    draining = true;
    drain()
      .catch((error: unknown) => process.stderr.write(`Envoy was not drained: ${String(error)}\n`))
      .finally(() => envoy.kill('SIGTERM'));
  });
}

async function drain(): Promise<void> {
  const deadline = performance.now() + drainSeconds * 1_000 + stopMs;
  await post('/healthcheck/fail');
  // https://www.envoyproxy.io/docs/envoy/latest/operations/admin#post--drain_listeners
  await post('/drain_listeners?graceful');
  await delay(drainSeconds * 1_000);
  let idleSince: number | undefined;
  while (performance.now() < deadline) {
    const { downstream_cx_active: connections = 0, downstream_rq_active: requests = 0 } = await readCounters(
      admin,
      'http.public',
    );
    if (connections === 0) return;
    if (requests > 0) idleSince = undefined;
    else idleSince ??= performance.now();
    if (idleSince !== undefined && performance.now() - idleSince > IDLE_MS) return;
    await delay(POLL_MS);
  }
}

async function post(path: string): Promise<void> {
  const response = await fetch(admin + path, { method: 'POST' });
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
}

function adminAddress(): string {
  const { address } = (parse(readFileSync(config, 'utf8')) as ReturnType<typeof envoyConfig>).admin;
  const { address: host, port_value: port } = address.socket_address;
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
}

function secondsFrom(name: string, otherwise: number): number {
  const text = process.env[name] || String(otherwise);
  if (!/^\d+$/.test(text)) throw new Error(`${name} is not a number of seconds`);
  return Number(text);
}
