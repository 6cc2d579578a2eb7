import { randomUUID } from 'node:crypto';
import { freePorts } from '@reelwright/testing';
import { chromium } from 'playwright-core';

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
export async function openSignedIn(cookies: readonly Cookie[]) {
  const [port = 0] = await freePorts(1);
  const context = await chromium.launchPersistentContext('', {
    executablePath: process.env.CHROME_PATH ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', `--remote-debugging-port=${port}`],
  });
  await context.addCookies([...cookies]);
  return { port, stop: () => context.close() };
}
