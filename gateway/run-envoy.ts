import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { unsentBytes } from '@reelwright/lifecycle/unsent-bytes';
import { parse } from 'yaml';
import { readCounters } from './counters.ts';
import type { envoyConfig } from './envoy-config.ts';

/**
 * Runs Envoy: `node gateway/run-envoy.ts ENVOY CONFIG [ENVOY'S OPTIONS]`. Envoy itself would cut every open request at SIGTERM
 * or SIGINT, so this process drains it first.
 *
 * 1. The admin port's `/ready` is 503 at once, and every response asks its client to close the connection.
 * 2. After DRAIN_SECONDS (1 by default and at least) the listeners close.
 * 3. When no request is open and clients have received all responses, or after STOP_SECONDS (900 by default, as uploads may take),
 *    Envoy ends.
 */
const [, , command = '', config = '', ...options] = process.argv;
if (!command || !config) {
  process.stderr.write("usage: node gateway/run-envoy.ts ENVOY CONFIG [ENVOY'S OPTIONS]\n");
  process.exit(2);
}
const drainSeconds = Math.max(1, secondsFrom('DRAIN_SECONDS', 1));
const stopMs = secondsFrom('STOP_SECONDS', 900) * 1_000;
/** How long connections without a request keep Envoy running, so that a request on its way is answered. */
const IDLE_MS = 2_000;
const POLL_MS = 500;
/** How long the admin port may take to answer. */
const ANSWER_MS = 2_000;

// Before Envoy starts: reading a large file takes longer than Envoy's start, and a signal may come as soon as Envoy is ready.
const { admin, ports } = addresses();

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
    void drain().finally(() => envoy.kill('SIGTERM'));
  });
}

async function drain(): Promise<void> {
  const deadline = performance.now() + drainSeconds * 1_000 + stopMs;
  await repeat(deadline, () => post('/healthcheck/fail'));
  // https://www.envoyproxy.io/docs/envoy/latest/operations/admin#post--drain_listeners
  await repeat(deadline, () => post('/drain_listeners?graceful'));
  await delay(drainSeconds * 1_000);
  let idleSince: number | undefined;
  let isSaid = false;
  await repeat(deadline, async () => {
    const counters = await readCounters(admin, 'http.public');
    const {
      downstream_cx_active: connections,
      downstream_rq_active: requests,
      downstream_cx_tx_bytes_buffered: buffered = 0,
    } = counters;
    if (requests === undefined) throw new Error('the admin port did not say how many requests are open');
    if (requests > 0) idleSince = undefined;
    else idleSince ??= performance.now();
    const isIdle = connections === 0 || (idleSince !== undefined && performance.now() - idleSince > IDLE_MS);
    // For Envoy a request has ended when its response is in a buffer. What Envoy's buffers have is lost with Envoy, and what the
    // kernel has not sent yet with the network of a container.
    const unsent = isIdle ? buffered + unsentBytes(ports) : 0;
    if (unsent > 0 && !isSaid) process.stderr.write(`Clients have not received ${unsent} bytes yet.\n`);
    isSaid ||= unsent > 0;
    return isIdle && unsent === 0;
  });
}

/** Until it is done or the deadline: one request that the admin port does not answer must not cut every upload. */
async function repeat(deadline: number, attempt: () => Promise<boolean>): Promise<void> {
  while (performance.now() < deadline) {
    try {
      if (await attempt()) return;
    } catch (error) {
      process.stderr.write(`Envoy's admin port did not answer: ${String(error)}\n`);
    }
    await delay(POLL_MS);
  }
}

async function post(path: string): Promise<boolean> {
  const response = await fetch(admin + path, { method: 'POST', signal: AbortSignal.timeout(ANSWER_MS) });
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return true;
}

/** Of the admin port, and the ports of the listeners. */
function addresses(): { admin: string; ports: number[] } {
  const { admin, static_resources } = parse(readFileSync(config, 'utf8')) as ReturnType<typeof envoyConfig>;
  const { address: host, port_value: port } = admin.address.socket_address;
  return {
    admin: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`,
    ports: static_resources.listeners.map(({ address }) => address.socket_address.port_value),
  };
}

function secondsFrom(name: string, otherwise: number): number {
  const text = process.env[name] || String(otherwise);
  if (!/^\d+$/.test(text)) throw new Error(`${name} is not a number of seconds`);
  return Number(text);
}
