import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { originsOf, type ProviderName, portsFrom } from '../src/core/origins.ts';
import { credentials } from '../src/credentials.ts';
import { eventually } from './running.ts';
import { call, form } from './social.ts';
import { tiktokQuery, tiktokScopes } from './tiktok-calls.ts';

/** Starts the sandbox as `make up` does. */
let running: ChildProcess;
let base: number;
let output = '';
const dir = mkdtempSync(join(tmpdir(), 'sandbox-crash-'));
const origin = (surface: ProviderName | 'console') => originsOf(portsFrom(base)).server(surface);

beforeAll(async () => {
  base = await freeBase();
  const main = join(import.meta.dirname, '../src/main.ts');
  const env = { PATH: process.env.PATH, SANDBOX_DIR: dir, PORT_BASE: String(base) };
  running = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [running.stdout, running.stderr]) stream?.on('data', (text) => (output += String(text)));
  await eventually(async () => output.includes('sandbox ready'), 20_000);
});
afterAll(async () => {
  running.kill('SIGTERM');
  await once(running, 'exit');
  rmSync(dir, { recursive: true, force: true });
});

const crash = (provider: ProviderName, limit = 1) =>
  call(`${origin('console')}/api/chaos/${provider}`, json('PUT', { crash: 1, limit }));
const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const isUp = (provider: ProviderName) =>
  fetch(`${origin(provider)}/`).then(
    () => true,
    () => false,
  );
const allow = async (account: string): Promise<string> => {
  const fields = { ...tiktokQuery, ...tiktokScopes, account, decision: 'allow' };
  const reply = await call(`${origin('tiktok')}/v2/auth/authorize/`, form(fields));
  return new URL(reply.headers.get('location') ?? '').searchParams.get('code') ?? '';
};

const exchange = (code: string) => {
  const { clientKey: client_key, clientSecret: client_secret } = credentials.tiktok;
  const { redirect_uri } = tiktokQuery;
  const fields = form({ client_key, client_secret, code, grant_type: 'authorization_code', redirect_uri });
  return call(`${origin('tiktok')}/v2/oauth/token/`, fields);
};

describe('A provider that crashes', () => {
  it('does not affect other providers and the console, and comes back with its state', async () => {
    const code = await allow('ada.marlow');
    await crash('tiktok');
    await expect(fetch(`${origin('tiktok')}/v2/user/info/`)).rejects.toThrow();
    const others = ['google', 'genai', 'facebook', 'instagram', 'stripe'] as const;
    expect(await Promise.all(others.map(isUp))).toEqual(others.map(() => true));
    expect((await call(`${origin('console')}/health`)).status).toBe(200);

    await eventually(() => isUp('tiktok'));
    expect((await exchange(code)).status).toBe(200);
    expect(output).toContain('a provider crashed');
  });

  it('is recorded in the journal, and started again after each crash', async () => {
    for (let round = 0; round < 2; round++) {
      await crash('google');
      await expect(fetch(`${origin('google')}/drive/v3/about`)).rejects.toThrow();
      await eventually(() => isUp('google'));
    }
    const { entries } = (await call(`${origin('console')}/api/journal?provider=google&act=fault`)).json;
    expect(entries.map(({ id, key }: { id: string; key: string }) => [id, key])).toEqual([
      ['crash', 'GET /drive/v3/about'],
      ['crash', 'GET /drive/v3/about'],
    ]);
  });
});

describe('Providers in threads of their own', () => {
  it('use the clock and the switches of the console, which shows their calls', async () => {
    await call(`${origin('console')}/api/clock`, json('PUT', { offsetMs: 86_400_000 }));
    await call(`${origin('console')}/api/chaos/stripe`, json('PUT', { error5xx: 1, limit: 1 }));
    const customer = () =>
      call(`${origin('stripe')}/v1/customers`, {
        ...form({ email: 'ada@example.com' }),
        headers: { authorization: `Bearer ${credentials.stripe.secretKey}` },
      });
    expect((await customer()).status).toBe(500);
    const { created } = (await customer()).json;
    expect(created * 1000 - Date.now()).toBeGreaterThan(86_000_000);
    // A thread sends a call to the console after it has responded to it.
    const shown = await eventually(async () => {
      const { requests } = (await call(`${origin('console')}/api/requests`)).json;
      return requests.find(({ status }: { status: number }) => status === 500);
    });
    expect(shown).toMatchObject({ provider: 'stripe', url: '/v1/customers', fault: 'error5xx' });
  });

  it('are empty after a reset from the console', async () => {
    const code = await allow('nico.bianchi');
    await call(`${origin('console')}/api/reset`, { method: 'POST' });
    expect((await exchange(code)).json.error).toBe('invalid_grant');
  });
});

/** Finds a base port whose own and derived ports are all free. */
async function freeBase(): Promise<number> {
  for (;;) {
    const candidate = 20_000 + Math.floor(Math.random() * 20_000);
    const ports = Object.values(portsFrom(candidate));
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return candidate;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

it('takes one provider away and brings it back on its port, while the others keep working', async () => {
  const away = (how: string | null) => call(`${origin('console')}/api/away/tiktok`, json('PUT', { how }));
  // Each call uses a new connection: a kept one would be closed rather than rejected.
  const headers = { connection: 'close' };
  const statusOf = async (provider: ProviderName) =>
    (await fetch(`${origin(provider)}/v2/user/info/`, { headers })).status;
  await away('refused');
  await expect(statusOf('tiktok')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  expect(await statusOf('facebook')).toBeGreaterThan(399);
  await away('unavailable');
  await eventually(async () => (await statusOf('tiktok')) === 500);
  await away(null);
  await eventually(async () => (await statusOf('tiktok')) === 401);
});
