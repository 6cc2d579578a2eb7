import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@reelwright/testing';
import type { Part, Step } from '../src/supervisor/part.ts';

/** A folder that one test owns. */
export function createStackFolder(): { run: string; logs: string; events: string; remove: () => void } {
  const run = mkdtempSync(join(tmpdir(), 'reelwright-stack-'));
  const logs = join(run, 'logs');
  mkdirSync(logs);
  return { run, logs, events: join(run, 'events'), remove: () => rmSync(run, { recursive: true, force: true }) };
}

/** The events that the fake parts recorded, in order. */
export function eventsIn(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

// Listens, records its start and its orderly end, crashes on request, and may have a child.
const SERVER = `
  const { appendFileSync } = require('node:fs');
  const { spawn } = require('node:child_process');
  const { NAME, HOST, PORT, EVENTS, CHILD } = process.env;
  const note = (event) => appendFileSync(EVENTS, NAME + ' ' + event + '\\n');
  if (CHILD) spawn('sleep', ['1000'], { stdio: 'ignore' });
  const server = require('node:http').createServer((request, response) => {
    if (request.url !== '/crash') return response.end('ok');
    console.log('the disk is full');
    process.exit(7);
  });
  server.listen(Number(PORT), HOST, () => note('started'));
  process.on('SIGTERM', () => { note('stopped'); process.exit(0); });
`;

export async function fakePart(
  name: string,
  events: string,
  options: Partial<Part> & { withChild?: boolean } = {},
): Promise<Part> {
  const { withChild, ...overrides } = options;
  const { host = '127.0.0.1' } = options;
  const [port = 0] = await freePorts(1);
  const env = { PATH: process.env.PATH, NAME: name, HOST: host, PORT: String(port), EVENTS: events };
  return {
    kind: 'part',
    name,
    after: [],
    command: process.execPath,
    args: ['-e', SERVER],
    env: withChild ? { ...env, CHILD: '1' } : env,
    cwd: tmpdir(),
    address: `http://${host}:${port}`,
    ports: [port],
    ready: { kind: 'http', url: `http://${host}:${port}/` },
    ...overrides,
  };
}

export function fakeStep(name: string, script: string, after: readonly string[] = []): Step {
  const env = { PATH: process.env.PATH };
  return { kind: 'step', name, after, command: process.execPath, args: ['-e', script], env, cwd: tmpdir() };
}
