import { existsSync, readFileSync } from 'node:fs';

/** Fields of proc_net_tcp(5) that are read here: the local address, and the length of the queue of what was sent. */
const CONNECTION = /^\s*\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:[\dA-F]{4} ([\dA-F]{2}) ([\dA-F]{8}):/gm;
const LISTENING = '0A';

/**
 * How many bytes the clients of these ports have not acknowledged yet. Connections that a process has closed count too. It
 * is 0 where the kernel does not say, as on macOS.
 */
export function unsentBytes(ports: readonly number[]): number {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].filter((path) => existsSync(path));
  const connections = tables.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(CONNECTION)]);
  return connections
    .filter(([, port = '', state]) => state !== LISTENING && ports.includes(Number.parseInt(port, 16)))
    .reduce((sum, [, , , queue = '']) => sum + Number.parseInt(queue, 16), 0);
}
