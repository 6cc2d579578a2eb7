import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '../src/start.ts';

let directory: string;
let sandbox: RunningSandbox;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-console-'));
  sandbox = await startSandbox({ ports: 0, dir: directory });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(directory, { recursive: true, force: true });
});

const call = (path: string, init?: RequestInit) => fetch(`${sandbox.origins.server('console')}${path}`, init);
const put = (path: string, body: unknown) =>
  call(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

it('shows an overview page', async () => {
  const reply = await call('/');
  expect(reply.headers.get('content-type')).toContain('text/html');
  expect(await reply.text()).toContain('Provider sandbox');
});

it('moves the product clock to a given time and back', async () => {
  await put('/api/clock', { now: '2030-01-01T09:00:00Z' });
  expect(sandbox.clock.now().toISOString()).toMatch(/^2030-01-01T09:00:0/);
  expect(await (await put('/api/clock', { offsetMs: 0 })).json()).toMatchObject({ offsetMs: 0 });
  expect((await put('/api/clock', { now: 'tomorrow' })).status).toBe(400);
});

it('returns the journal, which a reset keeps', async () => {
  sandbox.journal.record({ provider: 'stripe', act: 'charge', account: 'cus_1', id: 'ch_1' });
  expect((await call('/api/reset', { method: 'POST' })).status).toBe(200);
  const { entries } = (await (await call('/api/journal?provider=stripe')).json()) as { entries: unknown[] };
  expect(entries).toMatchObject([{ act: 'charge', id: 'ch_1' }]);
});

it('rejects an unknown provider by its name', async () => {
  expect(await (await call('/api/chaos/nobody')).json()).toMatchObject({ error: 'NO_SUCH_PROVIDER' });
});

describe('a provider that is away', () => {
  const callStatus = async () => (await fetch(`${sandbox.origins.server('tiktok')}/v2/user/info/`)).status;

  it('rejects connections until it is back on the same port', async () => {
    await put('/api/away/tiktok', { how: 'refused' });
    await expect(callStatus()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await put('/api/away/tiktok', { how: null });
    expect(await callStatus()).toBe(401);
  });

  it('returns every call with its own error body, or with a page', async () => {
    await put('/api/away/tiktok', { how: 'unavailable' });
    expect(await callStatus()).toBe(500);
    await put('/api/away/tiktok', { how: null });
    await put('/api/chaos/tiktok', { garbage: 1 });
    const page = await fetch(`${sandbox.origins.server('tiktok')}/v2/user/info/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('be right back')]);
    await put('/api/chaos/tiktok', { garbage: 0 });
    expect(await callStatus()).toBe(401);
  });

  it('must be a known one, with a known value for `how`', async () => {
    expect((await put('/api/away/console', { how: 'refused' })).status).toBe(404);
    expect(await (await put('/api/away/smtp', { how: 'asleep' })).json()).toMatchObject({ error: 'INVALID_AWAY' });
  });
});
