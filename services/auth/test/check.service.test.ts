import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const claimsOf = (token: unknown) => JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());

describe('the gateway’s check', () => {
  it.each(['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'public', 'Session'])(
    '[ASVS 8.2.1] refuses the unknown policy %s',
    async (policy) => {
      const answer = await auth.ask(policy, {});
      expect([answer.statusCode, answer.json().error]).toEqual([403, 'UNKNOWN_POLICY']);
      expect(answer.headers).not.toHaveProperty('x-auth-identity');
    },
  );

  it('answers a refusal with the id of the request', async () => {
    const headers = { 'x-request-id': 'r-42' };
    for (const policy of ['session', 'admin', 'api_key', 'none']) {
      expect((await auth.ask(policy, headers)).json()).toMatchObject({ error: expect.any(String), requestId: 'r-42' });
    }
    const unreadable = await auth.check.app.inject({ url: '/check/%ff/api/x', headers });
    expect([unreadable.statusCode, unreadable.json()]).toEqual([
      400,
      { error: 'BAD_REQUEST', message: expect.any(String), requestId: 'r-42' },
    ]);
  });

  it('[ASVS 9.2.3] answers with a token for the service that receives the request', async () => {
    const signedUp = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: auth.newPerson() });
    const headers = { cookie: cookieOf(signedUp) };
    for (const audience of ['billing', 'drive', 'billing', 'external-api']) {
      const answer = await auth.ask('session', { ...headers, 'x-auth-audience': audience });
      expect(claimsOf(answer.headers['x-auth-identity']).aud).toBe(audience);
    }
  });

  it('[ASVS 9.2.3] refuses a request that names no service', async () => {
    const signedUp = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: auth.newPerson() });
    const answer = await auth.ask('session', { cookie: cookieOf(signedUp), 'x-auth-audience': '' });
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'UNKNOWN_AUDIENCE']);
  });

  it('closes the connection of a check under way after its answer when it drains', async () => {
    const signedUp = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: auth.newPerson() });
    const { port } = auth.check.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const headers = { cookie: cookieOf(signedUp), 'x-auth-audience': 'billing' };
    const lock = await auth.db.startTransaction().execute();
    await sql`lock table sessions`.execute(lock);
    const outgoing = request({ agent, port, path: '/check/session/api/x', headers }).end();
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    await once(auth.check.app.server, 'request');
    const drained = auth.check.drain();
    await eventually(() => expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow());
    await lock.rollback().execute();
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(200);
    await drained;
    agent.destroy();
  });
});
