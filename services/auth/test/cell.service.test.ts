import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger as logger } from '@reelwright/logger';
import { createReplicas } from '@reelwright/testing';
import { buildApp } from '../src/app.ts';
import { type Auth, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth({ CELL: 'eu2' });
  await withoutCell.rollOut(undefined);
});
afterAll(() => auth.stop());

/** Another process on the same database. */
const withoutCell = createReplicas({
  count: 1,
  componentNames: ['database', 'session store', 'grpc client'],
  build: (_: undefined) => {
    const { CELL: _cell, ...config } = auth.config;
    return buildApp({ config, logger });
  },
});
afterAll(() => withoutCell.stop());

async function signedUp() {
  const response = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: auth.newPerson() });
  return auth.identity.asUser(response.json().id);
}
const newKey = (headers: Record<string, string>) =>
  ({ method: 'POST', url: '/api/generate-api-key', headers }) as const;

describe('an API key', () => {
  it('of a cell has its name, also where its owner sees the beginning, and passes the check of a process without a cell', async () => {
    const headers = await signedUp();
    const { apiKey } = (await auth.app.inject(newKey(headers))).json();
    expect(apiKey).toMatch(/^rw_live_eu2_[0-9A-Za-z]{36}$/);
    const status = await auth.app.inject({ url: '/api/api-key-status', headers });
    expect(status.json().prefix).toBe(apiKey.slice(0, 'rw_live_eu2_1234'.length));
    expect((await auth.ask('api_key', { 'x-api-key': apiKey })).statusCode).toBe(200);
    expect(await checkWithoutCell(apiKey)).toBe(200);
  });

  it('that was made before its cell had a name stays valid', async () => {
    const headers = await signedUp();
    const { apiKey } = (await withoutCell.ask(({ http }) => http.app.inject(newKey(headers)))).json();
    expect(apiKey).toMatch(/^rw_live_[0-9A-Za-z]{36}$/);
    expect((await auth.ask('api_key', { 'x-api-key': apiKey })).statusCode).toBe(200);
    expect(await checkWithoutCell(apiKey)).toBe(200);
  });

  it('with the name of another cell is refused', async () => {
    const { apiKey } = (await auth.app.inject(newKey(await signedUp()))).json();
    for (const other of ['_us1_', '_']) {
      const answer = await auth.ask('api_key', { 'x-api-key': apiKey.replace('_eu2_', other) });
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'API_KEY_INVALID']);
    }
  });

  async function checkWithoutCell(apiKey: string): Promise<number> {
    const headers = { 'x-api-key': apiKey, 'x-auth-audience': 'billing' };
    const asked = { url: '/check/api_key/api/x', headers };
    return (await withoutCell.ask(({ check }) => check.app.inject(asked))).statusCode;
  }
});
