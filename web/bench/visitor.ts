import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePorts } from '@reelwright/testing';

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

/** Signs a new person up at a running installation, as a browser would. @returns the session's cookies */
export async function signUp(base: string): Promise<Cookie[]> {
  const response = await fetch(`${base}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({
      email: `bench-${randomUUID()}@example.com`,
      password: 'a long enough password',
      firstName: 'Ada',
      lastName: 'Byron',
    }),
  });
  if (!response.ok) throw new Error(`Nobody could sign up at ${base}: ${await response.text()}`);
  const pairs = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return pairs.map((pair) => {
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    return { name, value, url: base };
  });
}

/** A browser whose visitor is signed in, for a program that opens pages in it. */
export async function openSignedIn(cookies: readonly Cookie[]): Promise<{ port: number; stop(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'visitor-'));
  const [port = 0] = await freePorts(1);
  const child = spawn(
    process.env.CHROME_PATH ?? 'chromium',
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
    await rm(profile, { recursive: true });
  };
  try {
    const { webSocketDebuggerUrl } = await eventually(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/json/version`);
      return (await response.json()) as { webSocketDebuggerUrl: string };
    });
    await setCookies(webSocketDebuggerUrl, cookies);
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** By one command of the DevTools protocol: a library would keep the control of the pages, which Lighthouse needs. */
async function setCookies(url: string, cookies: readonly Cookie[]): Promise<void> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, method: 'Storage.setCookies', params: { cookies } }));
  const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
  socket.close();
  const { error } = JSON.parse(data) as { error?: { message: string } };
  if (error) throw new Error(`The session could not be given to the browser: ${error.message}`);
}
