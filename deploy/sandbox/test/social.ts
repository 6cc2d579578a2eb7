import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProviderName } from '../src/core/origins.ts';
import { sampleClip } from '../src/social/sample-clip.ts';
import { type RunningSandbox, startSandbox } from '../src/start.ts';

export const redirectUri = 'http://localhost:8080/callback';

/** A video that every platform accepts. */
export const clip = sampleClip();

/** Starts a sandbox for one test file. */
export async function startOwn(productUrl?: string): Promise<RunningSandbox> {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-social-'));
  const sandbox = await startSandbox({ ports: 0, dir: directory, ...(productUrl ? { productUrl } : {}) });
  return {
    ...sandbox,
    close: async () => {
      await sandbox.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of many shapes.
  json: any;
}

export async function call(url: string, init?: RequestInit): Promise<ApiResponse> {
  const reply = await fetch(url, { redirect: 'manual', ...init });
  const text = await reply.text();
  return {
    status: reply.status,
    headers: reply.headers,
    text,
    json: text.startsWith('{') ? JSON.parse(text) : undefined,
  };
}

export function form(fields: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) };
}

/** Presses Allow or Deny on a consent page. @returns the query of the redirect back */
export async function consent(
  sandbox: RunningSandbox,
  provider: ProviderName,
  path: string,
  query: Record<string, string>,
  choices: Record<string, string>,
): Promise<URLSearchParams> {
  const reply = await call(
    `${sandbox.origins.server(provider)}${path}`,
    form({ decision: 'allow', ...query, ...choices }),
  );
  if (reply.status !== 303) throw new Error(`no way back: ${reply.status} ${reply.text}`);
  return new URL(reply.headers.get('location') ?? '').searchParams;
}

export function setKnobs(sandbox: RunningSandbox, provider: ProviderName, knobs: object): Promise<ApiResponse> {
  return call(`${sandbox.origins.server(provider)}/_sandbox/knobs`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(knobs),
  });
}

/** Polls until the check passes, for at most ten seconds. */
export async function eventually<T>(read: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 10_000;
  for (;;) {
    const value = await read();
    if (isRight(value)) return value;
    if (Date.now() > end) throw new Error(`not in time: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Serves bytes for platforms that fetch videos. Paths: `/clip.mp4`, `/moved`, anything else is 404. */
export async function mediaHost(bytes: Buffer): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    if (request.url === '/clip.mp4')
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length }).end(bytes);
    else if (request.url === '/text.mp4') response.writeHead(200, { 'content-type': 'video/mp4' }).end('not a video');
    else if (request.url === '/moved') response.writeHead(302, { location: '/clip.mp4' }).end();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** The HTTP status, code and subcode of a Graph error. */
export const errorOf = ({ status: code, json }: ApiResponse): [number, number, number | undefined] => [
  code,
  json.error.code,
  json.error.error_subcode,
];
