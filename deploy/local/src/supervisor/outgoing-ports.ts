import { readFileSync } from 'node:fs';

const RANGE_FILE = '/proc/sys/net/ipv4/ip_local_port_range';

/** A hint if the port is in the system's range for outgoing connections; else an empty text. */
export function outgoingPortHint(port: number, range = readRange()): string {
  if (!range || port < range.first || port > range.last) return '';
  return ` Linux uses ports ${range.first} to ${range.last} for outgoing connections, which is the likely cause: choose a PORT_BASE below ${range.first}.`;
}

/** @returns undefined where there is no such file */
function readRange(): { first: number; last: number } | undefined {
  try {
    const [first, last] = readFileSync(RANGE_FILE, 'utf8').trim().split(/\s+/).map(Number);
    return first === undefined || last === undefined ? undefined : { first, last };
  } catch {
    return undefined;
  }
}
